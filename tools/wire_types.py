"""The front end's types from the server's models: prints ``static/js/wire.d.ts``.

``make stubs`` writes the file, and a test compares it with what this prints.
"""

from __future__ import annotations

import json
import re
import textwrap
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args

from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gajah.web.lessons import puzzles
from gajah.web.server.api import accounts as account_api
from gajah.web.server.api import admin, boards, bots, choices, games, links, owner, records
from gajah.web.server.api import coach as coach_api
from gajah.web.server.api import notices as notice_api
from gajah.web.server.api import puzzles as puzzle_api
from gajah.web.wire import accounts, coach, notices, requests, shapes, solvers, table
from gajah.web.wire import admin as admin_shapes
from gajah.web.wire import bots as bot_shapes
from gajah.web.wire import messages as m
from gajah.web.wire.envelopes import FromPage, FromServer

Mode = Literal["validation", "serialization"]
Schema = Mapping[str, Any]

HEAD = """\
/**
 * What page and server say to each other, made from the models in gajah/web/wire: `make stubs`.
 * docs/web-protocol.md is the overview.
 */
"""
PARTS = (
    *(account_api, admin, boards, bots, choices, coach_api),
    *(games, links, notice_api, owner, puzzle_api, records),
)
ROUTES = [
    route
    for part in PARTS
    for route in part.router.routes
    if isinstance(route, APIRoute) and route.response_model is not None
]
MODULES = (
    *(shapes, m, table, requests, solvers, puzzles, coach, accounts, notices),
    *(admin_shapes, bot_shapes),
)
# Parts of what pages say over HTTP.
ASKED_PARTS = (requests.SeatWanted, requests.KeptNode, requests.ImportText)
# Which message answers which. Besides, every page hears what other players do, the same messages
# without ``ref``, and any message may be answered by an ErrorMessage.
Answers = dict[type[FromPage], type[FromServer] | types.UnionType]

_PLAYED = m.TurnPlayed | m.GameChanged  # The clock may have been faster than the turn.
GAME_ANSWERS: Answers = {
    m.Hello: m.Welcome,
    **dict.fromkeys(
        (
            m.AddStep,
            m.AddSteps,
            m.Undo,
            m.Redo,
            m.Reset,
            m.DraftSetup,
        ),
        m.DraftShown,
    ),
    m.FindRoutes: m.RoutesFound,
    m.Preview: m.PreviewShown,
    m.Send: _PLAYED,
    m.PlaySetup: _PLAYED,
    m.Resign: m.GameChanged,
    m.Name: m.GameChanged,
    m.Takeback: m.TakebackState,
    m.Rematch: m.RematchState,
    table.SayPhrase: table.PhraseSaid,
    table.SetPlan: table.PlanShown,
    table.SetConditions: table.ConditionsShown,
    table.SetPace: m.GameChanged,
    table.PlayOne: m.GameChanged,
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
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def models_of(module: types.ModuleType) -> list[type[BaseModel]]:
    """The models that a module defines, in its order."""
    found = (value for value in vars(module).values() if isinstance(value, type))
    return [k for k in found if issubclass(k, BaseModel) and k.__module__ == module.__name__]


def name_of(schema: Schema) -> str:
    """The name of the model that a schema refers to."""
    return str(schema["$ref"]).rpartition("/")[2]


def to_type(schema: Schema, *, sent: bool) -> str:
    """A schema as a TypeScript type; ``sent``: by the server, which leaves nothing out."""
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        if tuple(schema["enum"]) == get_args(shapes.SideLetter):
            return "SideLetter"
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(to_type(choice, sent=sent) for choice in choices)
    match schema.get("type"):
        case "null":
            return "null"
        case "array":
            items = to_type(schema["items"], sent=sent)
            return f"({items})[]" if " " in items else f"{items}[]"
        case "object":
            keys = to_type(schema.get("propertyNames", {"type": "string"}), sent=sent)
            values = to_type(schema["additionalProperties"], sent=sent)
            return f"Record<{keys}, {values}>" if sent else f"Partial<Record<{keys}, {values}>>"
        case kind:
            return SIMPLE[str(kind)]


def interface(name: str, schema: Schema, *, sent: bool) -> str:
    """A model as a TypeScript interface, an enumeration as a union."""
    if "enum" in schema:
        return f"export type {name} = {to_type(schema, sent=sent)};"
    required = schema.get("required", ())
    fields = [
        f"{field}{'' if sent or field in required else '?'}: {to_type(value, sent=sent)};"
        for field, value in schema.get("properties", {}).items()
    ]
    about = schema.get("description", "").partition("\n")[0]
    return f"/** {about} */\n" + fill(f"export interface {name} {{", fields, "}")


def fill(start: str, parts: Iterable[str], end: str) -> str:
    """Lines short enough to read; no part is broken."""
    words = [start, *parts, end]
    text = " ".join(word.replace(" ", "\xa0") for word in words)
    filled = textwrap.fill(
        text, 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return filled.replace("\xa0", " ")


def interfaces(models: Iterable[type[BaseModel]], mode: Mode) -> dict[str, str]:
    """Models, and all that they contain, as TypeScript, by name."""
    _, schema = models_json_schema([(model, mode) for model in models], by_alias=True)
    sent = mode == "serialization"
    return {
        name: interface(name, each, sent=sent)
        for name, each in schema["$defs"].items()
        if not name.startswith("From")
    }


def members(kind: object) -> tuple[type[BaseModel], ...]:
    """The models of a union, or the one model."""
    return get_args(kind) or (kind,)


def union(name: str, models: Iterable[type[BaseModel]]) -> str:
    """A union of messages as a TypeScript type."""
    return fill(f"export type {name} =", [f"| {model.__name__}" for model in models], ";")


def protocol(name: str, table: Answers, *unasked: type[BaseModel]) -> Iterator[str]:
    """What a page may say on a socket, what it may hear, and which message answers which."""
    answers = []
    for question, answer in table.items():
        (kind,) = get_args(question.model_fields["type"].annotation)
        answers.append(f"{kind}: {' | '.join(model.__name__ for model in members(answer))};")
    heard = dict.fromkeys(model for answer in table.values() for model in members(answer))
    yield union(f"{name}Message", table)
    yield union(f"{name}Told", [*heard, *unasked, m.ErrorMessage])
    yield fill(f"export interface {name}Answers {{", answers, "}")


def bodies(route: APIRoute) -> tuple[type[BaseModel], ...]:
    """What a page may send to a route."""
    return members(route.body_field.field_info.annotation) if route.body_field else ()


def choice_of(route: APIRoute) -> str:
    """What is sent to the paths of a route, if anything, and the answer."""
    path = re.sub(r"\{\w+\}", "${string}", route.path)
    paths = f"`{path}` | `{path}?${{string}}`" if route.dependant.query_params else f"`{path}`"
    answer = route.response_model.__name__
    if route.methods == {"POST"}:
        asked = " | ".join(model.__name__ for model in bodies(route)) or "string | Blob"
        answer = f"{{ asked: {asked}; answer: {answer} }}"
    return f"P extends {paths} ? {answer} :"


def http(name: str, method: str) -> str:
    """The answers to one kind of request by path, as a choice; special paths are tried first."""
    routes = sorted(ROUTES, key=lambda route: (route.path.count("{"), -len(route.path)))
    choices = [choice_of(route) for route in routes if route.methods == {method}]
    return fill(f"export type {name}<P> =", choices, "never;")


def write() -> str:
    """The whole file."""
    every = [each for module in MODULES for each in models_of(module)]
    bodied = {*ASKED_PARTS, *(model for route in ROUTES for model in bodies(route))}
    asked = [each for each in every if issubclass(each, FromPage) or each in bodied]
    made = interfaces([each for each in every if each not in asked], "serialization")
    made |= {k: v for k, v in interfaces(asked, "validation").items() if k not in made}
    sides = " | ".join(json.dumps(side) for side in get_args(shapes.SideLetter))
    parts = [
        f"export type SideLetter = {sides};",
        *made.values(),
        *protocol("Game", GAME_ANSWERS, m.Thinking, table.ServerRestarts),
        *protocol("Analysis", ANALYSIS_ANSWERS),
        http("Got", "GET"),
        http("Posted", "POST"),
    ]
    return HEAD + "\n" + "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(write(), end="")
