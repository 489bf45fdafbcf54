"""Which message answers which; the front end's types are made from this (``make stubs``).

Besides, every page hears what other players do, the same messages without ``ref``, and any
message may be answered by an ErrorMessage.
"""

from __future__ import annotations

from types import UnionType

from gajah.web.wire import messages as m

Answer = type[m.FromServer] | UnionType
Answers = dict[type[m.FromPage], Answer]

_PLAYED = m.TurnPlayed | m.GameChanged  # The clock may have been faster than the turn.
GAME_ANSWERS: Answers = {
    m.Hello: m.Welcome,
    **dict.fromkeys((m.AddStep, m.AddSteps, m.Undo, m.Redo, m.Reset, m.DraftSetup), m.DraftShown),
    m.FindRoutes: m.RoutesFound,
    m.Preview: m.PreviewShown,
    m.Send: _PLAYED,
    m.PlaySetup: _PLAYED,
    m.Resign: m.GameChanged,
    m.Name: m.GameChanged,
    m.Takeback: m.TakebackState,
    m.Rematch: m.RematchState,
    m.Ping: m.Pong,
}
ANALYSIS_ANSWERS: Answers = {
    m.Hello: m.AnalysisWelcome,
    m.Analyse: m.AnalysisProgress | m.Queued,
    m.StopAnalysis: m.Stopped,
    m.ShowBoard: m.BoardShown,
    m.BoardRoutes: m.RoutesFound,
    m.BoardPreview: m.PreviewShown,
    m.StartReview: m.ReviewState,
    m.CancelReview: m.Stopped,
    m.Ping: m.Pong,
}
