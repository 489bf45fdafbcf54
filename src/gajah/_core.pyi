"""The rules of Arimaa, compiled. Import the names from gajah."""

from collections.abc import Callable, Iterator, Mapping, Sequence
import enum
from typing import Annotated, Literal, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


def sentence(words: str) -> str:
    """Words with a capital letter at the start and a full stop at the end."""

class Rule(enum.Enum):
    """Which rule refused a step, a turn or a setup."""

    NO_SUCH_PIECE = 0

    OFF_BOARD = 1

    OCCUPIED = 2

    FROZEN = 3

    RABBIT_BACKWARD = 4

    NO_PUSHER = 5

    PUSH_ON_LAST_STEP = 6

    PUSH_UNFINISHED = 7

    TOO_MANY_STEPS = 8

    WRONG_CAPTURE = 9

    NO_STEP = 10

    NO_CHANGE = 11

    REPETITION = 12

    SETUP_PIECES = 13

    SETUP_SQUARES = 14

    SETUP_EXPECTED = 15

    SETUP_OVER = 16

    WRONG_SIDE = 17

    GAME_OVER = 18

    @property
    def text(self) -> str:
        """What the rule says, in a sentence."""

class Side(enum.Enum):
    """Gold, who moves first, or silver."""

    GOLD = 0

    SILVER = 1

    @property
    def other(self) -> Side:
        """The opponent."""

    @property
    def letter(self) -> str:
        """'g' or 's'."""

class Kind(enum.IntEnum):
    """The kinds of pieces; a stronger one is greater."""

    RABBIT = 0

    CAT = 1

    DOG = 2

    HORSE = 3

    CAMEL = 4

    ELEPHANT = 5

class Direction(enum.Enum):
    """Seen from gold: north is up the rows."""

    NORTH = 0

    EAST = 1

    SOUTH = 2

    WEST = 3

    @property
    def opposite(self) -> Direction: ...

    @property
    def letter(self) -> str:
        """'n', 'e', 's' or 'w'."""

class Pending(enum.Enum):
    """What the step before has begun."""

    NONE = 0

    PUSH = 1
    """A stronger piece must now take the pushed piece's place."""

    PULL = 2
    """A weaker enemy may now follow into the square just left."""

class VerdictReason(enum.Enum):
    """How a position between two turns is decided."""

    GOAL = 0

    ELIMINATION = 1

    IMMOBILIZATION = 2

class Square:
    """A square of the board: Square("e2")."""

    def __init__(self, name: str) -> None: ...

    @staticmethod
    def at(index: int) -> Square:
        """The square with that index: a1 is 0, h1 is 7, h8 is 63."""

    @property
    def name(self) -> str: ...

    @property
    def index(self) -> int:
        """a1 is 0, h1 is 7, h8 is 63."""

    @property
    def column(self) -> str:
        """'a' to 'h'."""

    @property
    def row(self) -> int:
        """1 to 8."""

    @property
    def is_trap(self) -> bool: ...

    def toward(self, direction: Direction) -> Square | None:
        """The next square that way; None at the edge."""

    def __lt__(self, arg: Square, /) -> bool: ...

class Piece:
    """A piece by its letter, Piece("E") or Piece("e"), or by side and kind."""

    @overload
    def __init__(self, letter: str) -> None: ...

    @overload
    def __init__(self, side: Side, kind: Kind) -> None: ...

    @property
    def side(self) -> Side: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def letter(self) -> str:
        """E M H D C R, silver in lower case."""

    @property
    def name(self) -> str:
        """'gold elephant'."""

class Capture:
    """A piece lost in a trap."""

    def __init__(self, piece: Piece | str, square: Square | str) -> None: ...

    @property
    def piece(self) -> Piece: ...

    @property
    def square(self) -> Square: ...

class Step:
    """One piece to an adjacent square, with the capture it causes."""

    def __init__(self, piece: Piece | str, square: Square | str, direction: Direction, capture: Capture | None = None) -> None: ...

    @staticmethod
    def parse(text: str) -> Step:
        """Reads 'Ed2n', or 'hc4s hc3x' with its capture."""

    @property
    def piece(self) -> Piece: ...

    @property
    def square(self) -> Square:
        """Where the piece comes from."""

    @property
    def direction(self) -> Direction: ...

    @property
    def to(self) -> Square | None:
        """
        Where it goes; None if that is off the board, as text can say but no rule allows.
        """

    @property
    def capture(self) -> Capture | None:
        """What is lost in a trap by it, or None."""

class Turn:
    """
    Up to four steps in the order played. Nothing says they are legal: a position does.
    """

    def __init__(self, steps: Sequence[Step] = []) -> None: ...

    @staticmethod
    def parse(text: str) -> Turn:
        """Reads 'Ed2n Ed3n hd5w Ed4n', captures included; 'pass' is skipped."""

    @property
    def steps(self) -> tuple[Step, ...]: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Step]: ...

    def __getitem__(self, arg: int, /) -> Step: ...

def parse_steps(text: str) -> list[Step]:
    """The steps of a turn as written, however many there are."""

class Placement:
    """A piece put on a square in a setup."""

    def __init__(self, piece: Piece | str, square: Square | str) -> None: ...

    @property
    def piece(self) -> Piece: ...

    @property
    def square(self) -> Square: ...

class Setup:
    """A side's first turn: its pieces, in the order placed."""

    def __init__(self, placements: Sequence[Placement]) -> None: ...

    @staticmethod
    def parse(text: str) -> Setup:
        """Reads 'Ra1 Rb1 ... Ee2'."""

    @property
    def placements(self) -> tuple[Placement, ...]: ...

    def why_not(self, side: Side, missing: Sequence[Piece] = []) -> Rule | None:
        """
        The rule that refuses this as that side's setup without its missing pieces, or None.
        """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Placement]: ...

MOST_OCCURRENCES: int = 2

class Verdict:
    """Who has won a position between two turns, and how."""

    @property
    def winner(self) -> Side: ...

    @property
    def reason(self) -> VerdictReason: ...

class Position:
    """
    A board, the side to move, and how far its turn has come. A value: it never changes.
    """

    def __init__(self, pieces: dict[Square, Piece] | dict[str, str] | dict[Square | str, Piece | str] = ..., side: Side = ...) -> None:
        """
        From pieces on squares: Position({'e2': 'E', 'a1': 'R'}). Without any, the empty board before gold's setup.
        """

    @staticmethod
    def parse(text: str) -> Position:
        """Reads the short form or a diagram; raises NotationError."""

    @property
    def side(self) -> Side:
        """The side to move."""

    @property
    def at_turn_start(self) -> bool:
        """Has no step of this turn been taken?"""

    @property
    def steps_left(self) -> int: ...

    @property
    def taken(self) -> Turn:
        """The steps of this turn so far."""

    @property
    def pending(self) -> Pending: ...

    @property
    def pending_square(self) -> Square | None:
        """Where the pushing piece must go, or a pulled piece may go."""

    @property
    def key(self) -> int:
        """A 64-bit number that is the same for equal positions on every machine."""

    @property
    def short(self) -> str:
        """Side and board: 'g [rrrr...]'. Says nothing of steps already taken."""

    def diagram(self, turn_number: int = 0) -> str:
        """The board drawn with letters, with a header line."""

    @property
    def pieces(self) -> dict[Square, Piece]:
        """Every piece by its square."""

    def count(self, side: Side, kind: Kind | None = None) -> int:
        """How many pieces a side has, of one kind or of all."""

    def __getitem__(self, square: Square | str) -> Piece | None:
        """The piece on a square, or None."""

    def frozen(self, side: Side) -> list[Square]:
        """The squares of that side's frozen pieces."""

    def steps(self) -> list[Step]:
        """The legal steps now, within a partly played turn."""

    def why_not(self, step: Step | str) -> Rule | None:
        """The rule that refuses a step now, or None."""

    def explain(self, step: Step | str) -> str | None:
        """Why a step is refused now, in a sentence, or None."""

    def explain_pending(self) -> str:
        """
        How the push that has begun can be finished, or what may be pulled now; empty where nothing is pending.
        """

    def after(self, step: Step | str) -> Position:
        """The position after one more step; raises IllegalTurn."""

    def why_not_end(self) -> Rule | None:
        """The rule that keeps the turn from ending now, or None."""

    def end_turn(self) -> Position:
        """The turn ends here, the other side is to move; raises IllegalTurn."""

    def play(self, turn: Turn | str | Sequence[Step]) -> Position:
        """
        The position after what is left of the turn; raises IllegalTurn naming the step and the rule.
        """

    def resolve(self, turn: Turn | str | Sequence[Step]) -> tuple[Turn, Position]:
        """
        What complete() and play() answer, checked once: the whole turn with its captures, and the position after it; raises IllegalTurn.
        """

    def complete(self, turn: Turn | str | Sequence[Step]) -> Turn:
        """
        The whole legal turn with every capture written where it happens; raises IllegalTurn.
        """

    def place(self, setup: Setup, missing: Sequence[Piece] = ...) -> Position:
        """
        The position after the side to move has set up, without its missing pieces; raises IllegalTurn.
        """

    def count_turns(self) -> int:
        """How many distinct legal turns there are."""

    def legal_turns(self) -> list[Turn]:
        """
        Each distinct legal turn once, with one shortest order of steps. In mid-turn, what is left of it. A position knows no history: turns that would bring a position about for the third time are among them; Game.legal_turns() leaves those out.
        """

    def random_turn(self, below: Callable[[int], int], banned: Sequence[Position] = ...) -> Turn | None:
        """
        One of legal_turns(), each as likely as any other: random_turn(random.Random(7).randrange).
        """

    def has_turn(self, banned: Sequence[Position] = []) -> bool:
        """Is there a turn that leads to none of these positions?"""

    def find_goal(self) -> Turn | None:
        """The rest of a shortest turn that wins by goal now, or None. Exact."""

    def find_win(self) -> Turn | None:
        """
        The rest of a turn that wins now: by goal, else by taking the last rabbits (both exact), else by leaving the opponent no step, looked for where it has at most eight; or None.
        """

    def find_goal_in_two(self) -> Turn | None:
        """
        A turn after which no reply stops a goal next turn, proven, or None. Takes milliseconds, seldom up to seconds.
        """

    def verdict(self) -> Verdict | None:
        """
        Between two turns: who has won, by the official order of checks, or None.
        """

    def perft(self, depth: int) -> int:
        """The number of step sequences of that length, up to the steps left."""

    def mirrored(self) -> Position:
        """Left and right swapped."""

    def swapped(self) -> Position:
        """The same situation seen by the other side: colours and rows exchanged."""

    def planes(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        The position as a (PLANES, 8, 8) array of 0 and 1, seen from the side to move.
        """

STEP_FEATURES: int = 1029

class StepWeights:
    """What makes a step likely: learned, for ordering."""

    def __init__(self, values: Sequence[int]) -> None: ...

def step_choices(position: Position, turn: Turn) -> list[tuple[int, list[list[int]]]]:
    """
    For each move of a turn: which of all possible ones it was, and the features of each.
    """

FEATURES: int = 332

WIN_SCORE: int = 30000

WIN_BOUND: int = 29000

DEEPEST: int = 64

def win_probability(score: int) -> float: ...

def material(position: Position) -> int:
    """
    What the pieces left are worth from gold's point of view, in the evaluation's unit.
    """

class Weights:
    """The evaluation's weights."""

    def __init__(self, values: Sequence[int]) -> None: ...

    @staticmethod
    def named(values: Mapping[str, int]) -> Weights:
        """Weights by the names of their features; those not given weigh nothing."""

    @property
    def by_name(self) -> dict[str, int]:
        """
        Each feature's name with its weight, in sixteenths of the evaluation's unit.
        """

    @property
    def values(self) -> list[int]: ...

    def evaluate(self, position: Position) -> int:
        """For the side to move, without looking ahead, in a unit of its own."""

    def value(self, position: Position) -> int:
        """
        The same between two turns, or a win or a loss of WIN_SCORE if the game is over.
        """

    def evaluate_turns(self, position: Position, banned: Sequence[Position] = []) -> list[tuple[Turn, int]]:
        """
        Each distinct turn with the value of the position it leaves, for the side that moves.
        """

    def best_turn(self, position: Position, beta: int, first: Sequence[Turn] = []) -> tuple[Turn, int]:
        """
        The best of evaluate_turns(), or one whose value is at least beta; the legal ones of first are tried before all others.
        """

def features(position: Position) -> list[tuple[int, int]]:
    """What the evaluation sees: (feature, gold's count less silver's) pairs."""

class Stop:
    """A request to end a search, before it begins or while it runs."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """End the search, from any thread; there is no way back."""

    @property
    def is_set(self) -> bool: ...

class SearchLine:
    """A turn the engine considered, and what follows."""

    @property
    def turn(self) -> Turn: ...

    @property
    def continuation(self) -> list[Turn]: ...

    @property
    def score(self) -> int: ...

class SearchReport:
    """How far a search has come."""

    @property
    def depth(self) -> int:
        """In steps."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def lines(self) -> list[SearchLine]:
        """Best first."""

class AlphaBetaEngine:
    """The alpha-beta engine; use gajah.Engine."""

    def __init__(self, hash_mb: int, threads: int, weights: Weights, step_weights: StepWeights) -> None: ...

    def search(self, position: Position, history: Sequence[int], soft_s: float, hard_s: float, nodes: int, depth: int, lines: int, progress: Callable[[SearchReport], None] | None = None, stop: Stop | None = None) -> SearchReport: ...

    def clear(self) -> None: ...

class CaptureThreat:
    """
    A turn that captures a piece, which stands on ``square`` before it, on ``trap``.
    """

    @property
    def piece(self) -> Piece: ...

    @property
    def square(self) -> Square: ...

    @property
    def trap(self) -> Square: ...

    @property
    def turn(self) -> Turn: ...

    @property
    def cost(self) -> Kind | None:
        """The strongest piece that the capturing side loses by it, if any."""

    @property
    def pays(self) -> bool:
        """Whether the piece is stronger than what is lost for it."""

def capturing_turns(position: Position) -> list[list[CaptureThreat]]:
    """
    What each turn of the side to move captures, of those that capture more than they cost.
    """

def capture_threats(position: Position) -> dict[Square, CaptureThreat]:
    """
    What the side to move can capture in this turn, by the square where it stands now. Exact: a square is missing if no legal turn captures the piece there for less than it is. Each comes with the turn that costs least, and of those a shortest one.
    """

def defenders(position: Position, trap: Square | str, side: Side) -> list[Square]:
    """The squares next to a trap where that side has a piece."""

def hostages(position: Position, holder: Side) -> dict[Square, tuple[Square, Square]]:
    """
    The hostages of a side by square, each with the piece that holds it and the trap.
    """

def frames(position: Position, framer: Side) -> list[Square]:
    """The traps on which a side has framed an enemy piece."""

def open_traps(position: Position, side: Side) -> list[Square]:
    """
    The traps on a side's half that no piece of it defends, with an enemy close.
    """

def passed(position: Position) -> Position:
    """The same board with the other side to move."""

def winning_turns(position: Position) -> list[Turn]:
    """Every turn that wins the game at once, each in its shortest form."""

def threatened_goal(position: Position) -> Turn | None:
    """
    A turn with which the other side would goal if the side to move did nothing.
    """

def stops_goal(after: Position) -> bool:
    """
    Whether the side that just moved has kept the other from winning by goal.
    """

def defending_turns(position: Position) -> list[Turn]:
    """Every turn after which the other side has no goal."""

def find_defence(position: Position) -> Turn | None:
    """
    A turn after which the other side has no goal, or None: the goal cannot be stopped.
    """

def stubborn_reply(position: Position) -> Turn:
    """
    The reply that leaves the other side the fewest ways to win, among those that parry most; raises ValueError when the position is decided.
    """

def captured_kinds(position: Position, turn: Turn | str | Sequence[Step]) -> list[Kind]:
    """The opponent's pieces that a turn captures, the strongest first."""

def is_as_much(taken: Sequence[Kind], target: Sequence[Kind]) -> bool:
    """
    Whether there is a piece at least as strong for each of target; strongest first.
    """

class FixedSearch:
    """A search that answers the same each time."""

    def __init__(self, weights: Weights, step_weights: StepWeights) -> None: ...

    def best(self, position: Position) -> SearchLine: ...

    def score_after(self, after: Position) -> int: ...

def turn_facts(position: Position, turn: Turn | str | Sequence[Step]) -> list[tuple[str, str, list[Square], list[tuple[Square, Square]]]]: ...

def turn_warning(search: FixedSearch, position: Position, turn: Turn | str | Sequence[Step]) -> tuple[str, Turn, list[Square], list[tuple[Square, Square]]] | None: ...

def turn_hint(position: Position, turn: Turn | str | Sequence[Step]) -> tuple[tuple[str, list[Square]], tuple[str, list[Square]], Turn, list[tuple[str, str, list[Square], list[tuple[Square, Square]]]]]: ...

def moves_first(step: Step, you: Side) -> tuple[str, list[Square]]: ...

def puzzle_task(theme: str) -> str:
    """The task in a sentence, for the side to move."""

def puzzle_text(theme: str, side: Side) -> str:
    """The task, beginning with the side to move."""

def judge_answer(search: FixedSearch, position: Position, theme: str, solution: Turn, margin_cr: int, turns: Sequence[str]) -> tuple[str, str, Turn | None]: ...

def solve_puzzle(position: Position, theme: str, solution: Turn) -> list[Turn]: ...

def format_course(positions: Sequence[Position]) -> str:
    """The boards of a game as text, for `Pattern.find`."""

def index_courses(courses: Sequence[str]) -> list[bytes]:
    """Courses by what stood where, for `Pattern.find_games`."""

def mark_numbers(text: str) -> bytes:
    """
    Numbers with commas between them as bytes: 1 for each number that is there, else 0.
    """

class Pattern:
    """Pieces on certain squares, or their mirror image."""

    def __init__(self, text: str) -> None:
        """From ``Ed5 hc6``; a dot stands for an empty square, as in ``.c3``."""

    def find(self, courses: Sequence[str]) -> list[int]:
        """
        For each course, the first board with these pieces, counted from 0, or -1.
        """

    @property
    def stands(self) -> list[int]:
        """Which of the texts of `index_courses` it reads, each of them a number."""

    def find_games(self, written: Sequence[bytes], games: int) -> bytes:
        """
        For each of so many courses, the byte 1 if these pieces stood so in it, else 0. ``written`` has the texts of its ``stands``; one that is damaged finds nothing.
        """

ACTIONS: int = 257

FEATURE_WORDS: int = 17

class ValueWeight:
    """How values weigh against the policy in a search."""

    def __init__(self) -> None: ...

    @property
    def visit_offset(self) -> float: ...

    @visit_offset.setter
    def visit_offset(self, arg: float, /) -> None: ...

    @property
    def value_scale(self) -> float: ...

    @value_scale.setter
    def value_scale(self, arg: float, /) -> None: ...

class GumbelSettings:
    """How one step is searched."""

    def __init__(self) -> None: ...

    @property
    def candidates(self) -> int: ...

    @candidates.setter
    def candidates(self, arg: int, /) -> None: ...

    @property
    def weight(self) -> ValueWeight: ...

    @weight.setter
    def weight(self, arg: ValueWeight, /) -> None: ...

    @property
    def noise(self) -> float: ...

    @noise.setter
    def noise(self, arg: float, /) -> None: ...

    @property
    def share_for_best(self) -> float: ...

    @share_for_best.setter
    def share_for_best(self, arg: float, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

class AskingSearch:
    """A search that stops at every question."""

    def run(self, features: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> bool:
        """
        Goes on until the network is needed: writes the question and returns True. False when the search is over.
        """

    def supply(self, logits: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], value: float) -> None:
        """
        The network's answer: bfloat16 bit patterns, and the value for the side to move.
        """

class GumbelSearch(AskingSearch):
    """A network-guided search of one position."""

    def __init__(self, position: Position, earlier: Sequence[Position], settings: GumbelSettings, seed: int = 0) -> None:
        """
        `earlier` are the positions of the game between its turns, this turn's start included.
        """

    def begin(self, simulations: int) -> None:
        """Starts a search for one step."""

    def play(self) -> Step | None:
        """
        Plays the best step and keeps what is known below it; None: the turn ends.
        """

    @property
    def position(self) -> Position: ...

    @property
    def is_stuck(self) -> bool:
        """Is there nothing to search, because the rules decide the position?"""

    @property
    def value(self) -> float:
        """From -1 to 1 for the side to move."""

class SetupSearch(AskingSearch):
    """A setup chosen by a network."""

    def __init__(self, position: Position, settings: GumbelSettings, simulations: int, seed: int = 0) -> None:
        """
        The side to move sets up: gold on an empty board, silver opposite gold's setup. The settings' noise is the temperature; simulations are for each piece.
        """

    @property
    def placements(self) -> list[Placement]:
        """What has been placed so far."""

class SelfPlaySettings:
    """How games of self-play are played."""

    def __init__(self) -> None: ...

    @property
    def search(self) -> GumbelSettings: ...

    @search.setter
    def search(self, arg: GumbelSettings, /) -> None: ...

    @property
    def simulations(self) -> int: ...

    @simulations.setter
    def simulations(self, arg: int, /) -> None: ...

    @property
    def full_share(self) -> float: ...

    @full_share.setter
    def full_share(self, arg: float, /) -> None: ...

    @property
    def quick_simulations(self) -> int: ...

    @quick_simulations.setter
    def quick_simulations(self, arg: int, /) -> None: ...

    @property
    def quick_noise(self) -> float: ...

    @quick_noise.setter
    def quick_noise(self, arg: float, /) -> None: ...

    @property
    def played_noise(self) -> float: ...

    @played_noise.setter
    def played_noise(self, arg: float, /) -> None: ...

    @property
    def max_turns(self) -> int: ...

    @max_turns.setter
    def max_turns(self, arg: int, /) -> None: ...

    @property
    def cap_score(self) -> float: ...

    @cap_score.setter
    def cap_score(self, arg: float, /) -> None: ...

    @property
    def opening_share(self) -> float: ...

    @opening_share.setter
    def opening_share(self, arg: float, /) -> None: ...

    @property
    def opening_turns(self) -> int: ...

    @opening_turns.setter
    def opening_turns(self, arg: int, /) -> None: ...

    @property
    def position_share(self) -> float: ...

    @position_share.setter
    def position_share(self, arg: float, /) -> None: ...

    @property
    def setup_share(self) -> float: ...

    @setup_share.setter
    def setup_share(self, arg: float, /) -> None: ...

    @property
    def setup_alone_share(self) -> float: ...

    @setup_alone_share.setter
    def setup_alone_share(self, arg: float, /) -> None: ...

    @property
    def setup_simulations(self) -> int: ...

    @setup_simulations.setter
    def setup_simulations(self, arg: int, /) -> None: ...

class TargetSettings:
    """How finished games become value targets."""

    def __init__(self) -> None: ...

    @property
    def discount(self) -> float: ...

    @discount.setter
    def discount(self, arg: float, /) -> None: ...

    @property
    def td_lambda(self) -> float: ...

    @td_lambda.setter
    def td_lambda(self, arg: float, /) -> None: ...

class SelfPlayStats:
    """What has been played so far."""

    @property
    def evaluations(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def turns(self) -> int:
        """Of finished games."""

    @property
    def gold_wins(self) -> int: ...

    @property
    def ends(self) -> dict[str, int]:
        """Games by how they ended: by the rules, proven, capped."""

class SelfPlay:
    """Games of a network against itself, advanced in groups."""

    def __init__(self, games: int, groups: int, threads: int, settings: SelfPlaySettings, setups: Sequence[str], positions: Sequence[Position] = [], seed: int = 0) -> None: ...

    @property
    def group_size(self) -> int: ...

    def set(self, settings: SelfPlaySettings) -> None:
        """Other settings from the next search on."""

    def step(self, group: int, logits: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Gives a group of games the answers to its last questions and writes its next ones. Logits are bfloat16 bit patterns.
        """

    def drain(self, targets: TargetSettings, features: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], policy: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], result: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], td: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], policy_weight: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> int:
        """
        Moves the samples of finished games into the arrays; the number of rows written.
        """

    def stats(self) -> SelfPlayStats: ...

def kernel_names() -> list[str]:
    """
    The instruction sets for networks that this machine has, the fastest first.
    """

def pack_features(positions: Sequence[Position]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C')]:
    """What the network is told about each position: a row of 17 words."""

PLANES: int = 20

def planes_batch(positions: Sequence[Position]) -> numpy.typing.NDArray[numpy.float32]:
    """Many positions at once as (N, PLANES, 8, 8)."""

class Network:
    """The policy-and-value network. Many threads may use one."""

    @staticmethod
    def parse(file: bytes, kernel: str = '') -> Network:
        """
        Reads the bytes of a network's file, or raises ValueError. `kernel` is one of kernel_names() instead of the fastest; all of them give the same bits.
        """

    @property
    def kernel(self) -> str:
        """The instruction set in use."""

    @property
    def blocks(self) -> int: ...

    @property
    def channels(self) -> int: ...

    def answer(self, features: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]]:
        """
        What it thinks of rows of pack_features(): logits, 257 a row, and values from -1, lost, to 1, won, for the side to move.
        """

END_TURN: int = 256

def encode_step(step: Step | str, side: Side) -> int:
    """The action that is this step when that side is to move."""

def encode_placement(square: Square | str, side: Side) -> int:
    """The action with which that side puts its next piece on the square."""

def decode_action(action: int, position: Position) -> Step | Placement | None:
    """What an action means in a position; None is the end of the turn."""

def apply_action(position: Position, action: int) -> Position:
    """The moment after a legal action; raises ValueError for any other."""

def random_steps(start: Position, max_turns: int, seed: int) -> list[Turn]:
    """
    The turns of a game in play from here whose actions are drawn by lot; the last steps name no captures.
    """

def legal_actions(position: Position, banned: Sequence[Position] = []) -> list[int]:
    """The legal actions, in ascending order."""

def action_mask(position: Position, banned: Sequence[Position] = ...) -> numpy.typing.NDArray[numpy.bool_]:
    """257 truth values: which actions are legal."""

class StepGame:
    """
    A game played by actions: setups piece by piece, turns step by step, by the official rules.
    """

    def __init__(self, start: Position | None = None) -> None:
        """
        From the empty board, on which the sides set up first, or from a position.
        """

    @property
    def position(self) -> Position:
        """The position now, which may be in mid-turn or in a setup."""

    @property
    def side(self) -> Side:
        """The side to move."""

    @property
    def is_placing(self) -> bool:
        """Is the side to move setting up?"""

    @property
    def turns(self) -> int:
        """How many setups and turns are finished."""

    @property
    def result(self) -> Verdict | None:
        """Who has won and how, or None while the game goes on."""

    def legal(self) -> list[int]:
        """The legal actions, in ascending order; none once the game is over."""

    def mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """257 truth values: which actions are legal."""

    def planes(self) -> numpy.typing.NDArray[numpy.float32]:
        """What the side to move sees: a (PLANES, 8, 8) array of 0 and 1."""

    def play(self, action: int) -> None:
        """Plays a legal action; raises ValueError for any other."""

    def copy(self) -> StepGame:
        """An independent game that goes on here."""

    def __copy__(self) -> StepGame: ...

    def __deepcopy__(self, memo: dict[int, object]) -> StepGame: ...

class VectorGames:
    """
    Games by the thousand, played by one call. The arrays are the games' own memory: each step and reset writes into them.
    """

    def __init__(self, games: int, *, setup_phase: bool = False, starts: Sequence[Position] = [], max_turns: int = 0, planes: bool = True, threads: int = 1, seed: int = 0) -> None:
        """
        Without a setup phase games begin from one of `starts`, by lot, or from setups drawn by lot. A game of `max_turns` turns, setups counted, is stopped; 0 stops none.
        """

    def __len__(self) -> int: ...

    def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Plays an action in each game and writes the arrays; a game that ends begins anew. Raises ValueError, and plays none, if an action is not legal.
        """

    def draw(self) -> numpy.typing.NDArray[numpy.int64]:
        """A legal action for each game, all equally likely."""

    def reset(self, seed: int | None = None) -> None:
        """Begins all games anew; with a seed, with its chance."""

    def position(self, game: int) -> Position:
        """The position of one game now, which may be in mid-turn or in a setup."""

    @property
    def masks(self) -> numpy.typing.NDArray[numpy.bool_]:
        """(games, 257): which actions are legal now."""

    @property
    def planes(self) -> numpy.typing.NDArray[numpy.float32]:
        """(games, PLANES, 8, 8): what the sides to move see."""

    @property
    def sides(self) -> numpy.typing.NDArray[numpy.uint8]:
        """(games,): the sides to move now, 0 gold and 1 silver."""

    @property
    def rewards(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (games,): 1 where the last action won the game, -1 where it lost it, for the side that acted; otherwise 0.
        """

    @property
    def endings(self) -> numpy.typing.NDArray[numpy.uint8]:
        """
        (games,): 0 where the game goes on; how the last action ended it: 1 goal, 2 elimination, 3 immobilization, 4 turn limit.
        """

    @property
    def winners(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        (games,): who has won by the last action, 0 gold and 1 silver; otherwise -1.
        """

class NetworkEngineSettings:
    """How the network's engine searches."""

    def __init__(self) -> None: ...

    @property
    def batch(self) -> int: ...

    @batch.setter
    def batch(self, arg: int, /) -> None: ...

    @property
    def draws(self) -> int: ...

    @draws.setter
    def draws(self, arg: int, /) -> None: ...

    @property
    def share_to_refute(self) -> float: ...

    @share_to_refute.setter
    def share_to_refute(self, arg: float, /) -> None: ...

    @property
    def share_of_doubt(self) -> float: ...

    @share_of_doubt.setter
    def share_of_doubt(self, arg: float, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def reluctance(self) -> float: ...

    @reluctance.setter
    def reluctance(self, arg: float, /) -> None: ...

    @property
    def most_defences(self) -> int: ...

    @most_defences.setter
    def most_defences(self, arg: int, /) -> None: ...

    @property
    def visits_before_defence(self) -> int: ...

    @visits_before_defence.setter
    def visits_before_defence(self, arg: int, /) -> None: ...

    @property
    def visits_before_goal_in_two(self) -> int: ...

    @visits_before_goal_in_two.setter
    def visits_before_goal_in_two(self, arg: int, /) -> None: ...

    @property
    def boards_for_a_visit(self) -> int: ...

    @boards_for_a_visit.setter
    def boards_for_a_visit(self, arg: int, /) -> None: ...

    @property
    def few_defences(self) -> int: ...

    @few_defences.setter
    def few_defences(self, arg: int, /) -> None: ...

class NetworkEngine:
    """The network's engine; use gajah.Engine."""

    @overload
    def __init__(self, hash_mb: int, threads: int, network: Network, settings: NetworkEngineSettings = ...) -> None: ...

    @overload
    def __init__(self, hash_mb: int, threads: int, answer: Callable[[NDArray[numpy.uint64], NDArray[numpy.float32], NDArray[numpy.float32]], None], settings: NetworkEngineSettings = ...) -> None: ...

    def search(self, position: Position, history: Sequence[int], soft_s: float, hard_s: float, nodes: int, depth: int, lines: int, progress: Callable[[SearchReport], None] | None = None, stop: Stop | None = None) -> SearchReport: ...

    @staticmethod
    def can_set_up(position: Position) -> bool:
        """
        Gold's side on an empty board, or silver's opposite all of gold's pieces.
        """

    def set_up(self, position: Position, simulations: int, temperature: float, seed: int, hard_s: float, stop: Stop | None = None) -> list[Placement]:
        """A setup for the side to move; simulations are for each piece."""

    def clear(self) -> None: ...

    def seed(self, seed: int) -> None:
        """For what is drawn by lot."""

def take_typed(text: str, position: Position) -> Position:
    """The position after steps as people type them."""

def is_step(word: str) -> bool:
    """Whether a typed word looks like a step, a capture or 'pass'."""

def board_json(position: Position, draft: Position, *, may_step: bool, refusal: str | None, undone: int) -> str:
    """
    A position and its draft as pages get them; ``refusal`` says why the turn may not end.
    """

def routes_json(position: Position, square: Square) -> str:
    """
    Every way to move the piece there by legal steps, the shortest and safest first, as pages get them.
    """

class NamedSetup:
    """A setup of gold's, its rows from a to h."""

    @property
    def name(self) -> str: ...

    @property
    def back(self) -> str: ...

    @property
    def front(self) -> str: ...

    def make(self, side: Side, mirror: bool, missing: Sequence[Piece]) -> list[Placement]:
        """It for a side."""

def named_setups() -> list[NamedSetup]:
    """All of them; the first is the default."""

def choose_setup(position: Position, missing: Sequence[Piece], seed: int | None = None) -> list[Placement]:
    """A good setup for the side to move; the default one without a seed."""

class Level:
    """How often a level looks ahead, and how far."""

    @property
    def lapses(self) -> float:
        """The share of its turns that are careless."""

    @property
    def nodes(self) -> int | None:
        """
        Positions looked at in the other turns; None: as many as there is time for.
        """

    @property
    def setup_temperature(self) -> float:
        """How varied its setups are."""

def levels() -> list[Level]:
    """From level 1 on."""

class LevelChance:
    """The chance in the play of one player."""

    def __init__(self, seed: int) -> None: ...

    def getrandbits(self, bits: int) -> int:
        """A seed of that many bits, for an engine or for a setup."""

    def slips(self, level: Level) -> bool:
        """Whether this turn is careless."""

PROCESSOR_BATCH: int = 2

SETUP_TEMPERATURE: float = 0.5

SETUP_SIMULATIONS: int = 16

CARELESS_DRAWS: int = 16

SETUP_S: int = 60

def parse_duration(text: str, *, bare_unit: Literal['s', 'm', 'h', 'd'] = 'm') -> float:
    """
    The seconds in ``2m30s``, ``2:30`` or ``2``; raises `NotationError` for anything else.

    ``bare_unit`` is the unit of a number without one, and of the part before the colon; the part after the colon is in the next smaller unit. Units may come in any order, each once.
    """

def format_duration(seconds: float) -> str:
    """The one canonical text of a time, largest unit first; ``0`` for none."""

class TimeControl:
    """
    How much time the players have: ``M/R/P/L/G/T``.

    ``move_s`` (M) is given for every turn. Each side starts with ``reserve_s`` (R); ``percent`` (P) of the move time a turn leaves goes into the reserve, up to ``max_reserve_s`` (L). The game is stopped and scored after ``game_limit_s`` of both sides' time or after ``game_limit_turns`` turns of each side (G, one or the other). ``max_turn_s`` (T) is the longest a single turn may take. 0 means no limit for L, G and T. Times are kept to the millisecond; an impossible value raises ``ValueError``.
    """

    def __init__(self, move_s: float, reserve_s: float = 0, percent: int = 100, max_reserve_s: float = 0, game_limit_s: float = 0, game_limit_turns: int = 0, max_turn_s: float = 0) -> None: ...

    @property
    def move_s(self) -> float: ...

    @property
    def reserve_s(self) -> float: ...

    @property
    def percent(self) -> int: ...

    @property
    def max_reserve_s(self) -> float: ...

    @property
    def game_limit_s(self) -> float: ...

    @property
    def game_limit_turns(self) -> int: ...

    @property
    def max_turn_s(self) -> float: ...

    @staticmethod
    def per_move(seconds: float) -> TimeControl:
        """
        ``seconds`` for every turn and nothing saved: ``per_move(5)`` is ``5s/0/0``.
        """

    @staticmethod
    def parse(text: str) -> TimeControl:
        """
        The control that ``text`` writes; raises `NotationError` saying what was expected.

        A bare number is minutes, in G hours; ``2:30`` is minutes:seconds, in G hours:minutes. Fields may be left out at the end or left empty.
        """

    def can_reach_turns(self, turns: int) -> bool:
        """
        Whether a game can reach ``turns`` finished turns of each side.

        An official match needs 80. A limit in turns must not be smaller; a limit in time must hold that many turns of both sides at the control's own pace, which is the whole move time (or T, if shorter). Without move time the pace is the reserve spread over the turns.
        """

    @property
    def has_time(self) -> bool:
        """
        Whether the sides have any time at all: some old records name controls without.
        """

class Clock:
    """
    Both sides' time at the start of a turn; a value that `after_turn` turns into the next.

    ``game_used_s`` is what both sides together have used in finished turns. A negative time or count raises ``ValueError``.
    """

    def __init__(self, control: TimeControl, gold_reserve_s: float, silver_reserve_s: float, game_used_s: float = 0, gold_turns: int = 0, silver_turns: int = 0) -> None: ...

    @staticmethod
    def start(control: TimeControl) -> Clock:
        """The clock before the first turn of a game."""

    @property
    def control(self) -> TimeControl: ...

    @property
    def gold_reserve_s(self) -> float: ...

    @property
    def silver_reserve_s(self) -> float: ...

    @property
    def game_used_s(self) -> float: ...

    @property
    def gold_turns(self) -> int: ...

    @property
    def silver_turns(self) -> int: ...

    def after_turn(self, side: Side, used_s: float, *, is_setup: bool = False) -> Clock:
        """
        The clock after that side has finished a turn that took ``used_s``.

        The reserve of a side that is out of time is 0.
        """

    def reserve_s(self, side: Side) -> float:
        """What that side has in reserve before its next turn."""

    def time_left_s(self, side: Side, used_s: float = 0, *, is_setup: bool = False) -> float:
        """
        The longest that side may still think when it has used ``used_s`` of this turn.

        The game limit is not part of this: it stops a game without a loss on time. See `game_time_left_s`.
        """

    def usable_reserve_s(self, side: Side, *, is_setup: bool = False) -> float:
        """
        How much of its reserve a turn of that side may use: all, unless T comes first.
        """

    def is_out_of_time(self, side: Side, used_s: float, *, is_setup: bool = False) -> bool:
        """
        Whether a turn that took (or has taken so far) ``used_s`` loses on time.

        Using the very last moment is still in time, as it is on the server.
        """

    def game_time_left_s(self, used_s: float = 0) -> float:
        """
        The time until the game limit when ``used_s`` of this turn is used; ``inf`` if none.
        """

    def is_game_limit_reached(self) -> bool:
        """
        Whether the finished turns have used up G, so that the game is stopped and scored.

        A limit in turns is reached when both sides have finished that many.
        """

class AeiOptionKind(enum.Enum):
    """What values an option takes."""

    CHOICE = 0

    NUMBER = 1

    FILE = 2

class AeiOption:
    """A setting of the engine, as a controller may show it."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> AeiOptionKind: ...

    @property
    def description(self) -> str: ...

    @property
    def least(self) -> int: ...

    @property
    def most(self) -> int: ...

    @property
    def usual(self) -> int | None: ...

    @property
    def choices(self) -> list[str]:
        """The first is the default."""

def aei_options() -> list[AeiOption]:
    """All of them; those of a game and its clock are AEI's own."""

def read_option(line: str) -> tuple[str, str]:
    """
    Name and value of 'setoption name NAME [value VALUE]'; raises ValueError.
    """

class AeiOptions:
    """AEI's options as set so far."""

    def __init__(self) -> None: ...

    def copy(self) -> AeiOptions:
        """An independent copy."""

    def set(self, name: str, value: str) -> bool:
        """
        Take an option; False if it is unknown, raises ValueError if the value is bad.
        """

    def begin_game(self) -> None:
        """The terms stay, the reserves are what they were at the start."""

    @property
    def search(self) -> str: ...

    @property
    def device(self) -> str: ...

    @property
    def net(self) -> str:
        """Empty: the network that ships."""

    def number(self, name: str) -> int | None:
        """A number as it was set, or its usual value; None if it has none."""

    def limits(self, side: Side, late_s: float) -> tuple[float, float, int | None, int]:
        """Soft and hard seconds, nodes and depth, by the clock."""

    def limits_of_pondering(self) -> tuple[float, float, int | None, int]:
        """The same on the opponent's time."""

def share_of_clock(available_s: float, move_s: float, reserve_s: float, used_s: float, turns_ahead: float = 25.0, stretch: float = 2.5) -> tuple[float, float]:
    """
    What a turn is worth by a clock and what it must never exceed, in seconds.
    """

MOST_HASH_MB: int = 65536

MOST_THREADS: int = 256

USUAL_TABLE_MB: int = 64

USUAL_TREE_MB: int = 1024
