/**
 * What page and server say to each other, made from the models in gajah/web/wire: `make stubs`.
 * docs/web-protocol.md is the overview.
 */

export type SideLetter = "g" | "s";
/** An account as its owner sees it. */
export interface AccountShape { name: string; created: number; }
/** Whether the server has accounts, and which one this browser is logged in to. */
export interface AccountState { enabled: boolean; account: AccountShape | null; owner: boolean; }
/** What was done last, the newest first. */
export interface ActList { acts: ActShape[]; }
/** Something that was done. */
export interface ActShape { at: number; by: string; act: string; target: string; detail: string; }
/** What the engine knows so far. */
export interface AnalysisProgress { ref: number | null; type: "analysis"; depth: number;
  nodes: number; speed: number; seconds: number; lines: LineShape[]; done: boolean; }
/** The analysis can begin; ``tab_engine`` is whether the page may do it itself. */
export interface AnalysisWelcome { ref: number | null; type: "welcome"; version: number;
  tab_engine: boolean; }
/** An arrow from square to square; ``start`` goes by ``from`` outside. */
export interface ArrowShape { from: string; to: string; }
/** The sides that have asked for a takeback or a rematch. */
export interface Asked { takeback: SideLetter | null; rematch: SideLetter | null; }
/** What came of it. */
export interface AttemptAnswer { outcome: Outcome; solved: boolean; reply: string | null;
  text: string; solution: string[] | null; counted: Counted | null; run: RunShape | null; }
/** Where a backup is, on the server's machine, and how many games it has. */
export interface BackupMade { file: string; games: number; }
/** All bans that have not ended. */
export interface BanList { bans: BanShape[]; }
/** A ban; ``target`` is an account's name or a network. Without ``until`` it does not end. */
export interface BanShape { target: string; reason: string; since: number; until: number | null; }
/** A position in full, possibly in the middle of a turn. */
export interface Board { position: string; pieces: Record<string, string>; side: SideLetter;
  turn: string; steps: string[]; captures: string[]; undone: number; steps_left: number;
  pending: PendingShape | null; frozen: string[]; legal: string[]; can_end: boolean;
  why_not: string | null; goal: SideLetter | null; }
/** What ``board`` asked for. */
export interface BoardShown { ref: number | null; type: "board"; board: Board; }
/** All games that the bot has to play, or is asked to: those that are ``waiting``. */
export interface BotGames { ref: number | null; type: "games"; games: GameShape[]; }
/** The bots that can be challenged now. */
export interface BotList { bots: BotShape[]; }
/** A bot that is connected; ``playing`` of the ``games`` that it plays at once. */
export interface BotShape { name: string; engine: string; rating: number; provisional: boolean;
  playing: number; games: number; controls: string[]; rated: boolean; casual: boolean; }
/** A bot's secret, which is shown only once. */
export interface BotToken { name: string; token: string; }
/** The bot is listed from now on, under that name. */
export interface BotWelcome { ref: number | null; type: "welcome"; version: number; name: string; }
/** The game that begins, the side of the visitor who has taken the challenge, and its secret. */
export interface ChallengeTaken { game: GameShape; side: SideLetter; token: string; }
/** Games that wait for any opponent, the newest first. Their makers are there. */
export interface Challenges { challenges: GameShape[]; }
/** Both sides' time as of ``at``; ``left`` is the time until loss. */
export interface ClockShape { control: string; reserve: Record<SideLetter, number>;
  usable: Record<SideLetter, number>; move: number; left: Record<SideLetter, number>;
  game_left: number | null; running: SideLetter | null; at: number; }
/** A hint in stages: where to look, which piece moves, the turn, and what the turn does. */
export interface CoachHint { look: HintStage; piece: HintStage; turn: string; why: FactShape[]; }
/** The lines that are kept; ``text`` says what became of those before. */
export interface ConditionsShown { ref: number | null; type: "conditions"; lines: string[][];
  text: string; }
/** A usual time control. */
export interface ControlShape { text: string; title: string; }
/** Time controls to choose from. */
export interface Controls { controls: ControlShape[]; }
/** What an answer counted for; ``change`` is null unless it was the first to this puzzle. */
export interface Counted { standing: Standing; change: number | null; puzzle_rating: number; }
/** Why a bot does not play. */
export interface Declined { text: string; }
/** The draft has changed; to the seat whose turn it is. */
export interface DraftShown { ref: number | null; type: "draft"; board: Board;
  setup_draft: string | null; }
/** Every answer that is not what was asked for. */
export interface ErrorAnswer { error: ErrorBody; }
/** A code for programs and a sentence for people. */
export interface ErrorBody { code: string; text: string; }
/** A message was refused; nothing has changed. */
export interface ErrorMessage { ref: number | null; type: "error"; code: string; text: string; }
/** All games in which a position occurred, by what was played there, most played first. */
export interface Explored { games: number; wins: number; losses: number; turns: PlayedTurn[]; }
export type FactKind = "goal" | "wins" | "capture" | "loses" | "threatens_goal" | "stops_goal" | "threatens_capture" | "saves" | "hostage" | "frame" | "freezes" | "frees" | "opens_trap";
/** Something that a turn does. */
export interface FactShape { kind: FactKind; text: string; squares: string[]; arrows: ArrowShape[];
  }
/** A turn that a review has judged. */
export interface Finding { score: ScoreShape; best: string | null; loss: number;
  mark: "" | "?!" | "?" | "??"; node: number; }
/** A player sat down, left or came back; the game ended; a clock began to run. */
export interface GameChanged { ref: number | null; type: "game"; game: GameShape;
  clock: ClockShape | null; }
/** The new game, and the secrets of its human seats. */
export interface GameCreated { game: GameShape; tokens: Record<SideLetter, string>; }
/** A page of the library. */
export interface GameList { games: GameShape[]; unreadable: string[]; total: number; }
/** A game without its turns. */
export interface GameShape { id: string; gold: SeatShape; silver: SeatShape; rated: boolean;
  open: boolean; control: string | null; state: "waiting" | "setup" | "playing" | "over";
  result: ResultShape | null; start: string | null; handicap: Record<SideLetter, string> | null;
  event: string; created: number; turn_count: number; imported: boolean; reviewed: boolean;
  no_engine: boolean; pace: PaceShape | null; turn_left: number | null; }
/** A game and all its turns. */
export interface GameWithTree { game: GameShape; tree: NodeShape[]; }
/** The piece to begin with. */
export interface Hint { square: string; text: string; counted: Counted | null; }
/** A part of a hint, and the squares it is about. */
export interface HintStage { text: string; squares: string[]; }
/** A game that could not be read, or part of one that could not be kept. */
export interface ImportProblem { line: number; text: string; }
/** The new games' ids, and what could not be read or kept. */
export interface Imported { games: string[]; problems: ImportProblem[]; }
/** What a review said about a turn. */
export interface JudgementShape { score: ScoreShape; best: string | null; loss: number;
  mark: "" | "?!" | "?" | "??"; }
/** A turn the engine considers, and what it expects to follow. */
export interface LineShape { turn: string; continuation: string[]; score: ScoreShape; }
/** It was done what the link is for. */
export interface LinkFollowed { done: boolean; }
/** The links by which others reach a page, and the first of them as a picture. */
export interface Links { links: string[]; qr_code: string | null; restart: string | null; }
/** A turn in a game's tree; the root is node 0 and has none. */
export interface NodeShape { id: number; parent: number | null; label: string; turn: string;
  kind: "root" | "setup" | "turn"; glyph: string; comments: string[]; used_s: number | null;
  arrows: string[]; marks: string[]; score: ScoreShape | null; best: string | null;
  loss: number | null; mark: string | null; played: boolean; children: number[]; }
/** How an account is told that it is its turn. */
export interface NoticeState { push_key: string | null; browsers: number; mail: boolean;
  address: string | null; confirmed: boolean; }
export type Outcome = "solved" | "go_on" | "wrong";
/** A bot as the account sees it that it belongs to. */
export interface OwnBot { name: string; created: number; has_token: boolean; connected: boolean; }
/** All bots of an account, and how many it may have. */
export interface OwnBots { bots: OwnBot[]; most: number; }
/** That the browser is the owner's. */
export interface OwnerKnown { owner: boolean; }
/** Of a game between two programs; without ``turn_s`` it is the server's usual one. */
export interface PaceShape { paused: boolean; turn_s: number | null; }
/** A push that must be completed, or a pull that may be. */
export interface PendingShape { kind: "push" | "pull"; square: string; text: string; }
/** What a player has said; only the players hear it. */
export interface PhraseSaid { ref: number | null; type: "phrase"; by: SideLetter;
  phrase: "hello" | "good_luck" | "well_played" | "one_moment" | "sorry" | "thank_you" | "good_game";
  }
/** A position: where it starts, the turns since, the steps of the turn under way. */
export interface Place { position: string | null; handicap: Record<SideLetter, string> | null;
  turns: string[]; steps: string[]; }
/** The plan that is kept; ``text`` says what became of the one before. */
export interface PlanShown { ref: number | null; type: "plan"; plan: TurnPlan | null; text: string;
  }
/** A turn, or a setup, that was played in a position. */
export interface PlayedTurn { turn: string; games: number; wins: number; losses: number;
  rating: number | null; }
/** The opponents that can be chosen. */
export interface PlayerList { bots: PlayerShape[]; engines: PlayerShape[]; }
/** A program as a player. */
export interface PlayerShape { name: string; title: string; about: string; rating: number | null; }
/** The answer to a ping. */
export interface Pong { ref: number | null; type: "pong"; id: number; }
/** Whether a game can start from it; if not, why. */
export interface PositionChecked { ok: boolean; problems: string[]; }
/** What ``preview`` asked for; no board, then ``text`` says why not. */
export interface PreviewShown { ref: number | null; type: "preview"; board: Board | null;
  text: string; }
/** A player as all see it; ``provisional``: too few games to know the rating well. */
export interface Profile { name: string; created: number; keeper: string | null; rating: number;
  deviation: number; provisional: boolean; rated_games: number; progress: RatingPoint[]; }
/** How many puzzles of a theme and level there are, and how many of them are solved. */
export interface Progress { theme: PuzzleTheme; level: number; solved: number; total: number; }
/** Some of the puzzles, easy ones first within a theme, and how many there are. */
export interface PuzzleList { puzzles: PuzzleSummary[]; total: number; }
/** A puzzle to solve; ``source`` goes by ``from`` outside. */
export interface PuzzleShape { id: string; theme: PuzzleTheme; level: number; position: string;
  text: string; from: string; }
/** A puzzle in a list. */
export interface PuzzleSummary { id: string; theme: PuzzleTheme; level: number; }
export type PuzzleTheme = "goal" | "goal2" | "capture" | "defend";
/** An analysis waits for a core. */
export interface Queued { ref: number | null; type: "queue"; place: number; }
/** The rating after a game. */
export interface RatingPoint { at: number; rating: number; }
/** The database answers. */
export interface Ready { ready: true; }
/** What became of a rematch; ``game`` is the new one, in which tokens change sides. */
export interface RematchState { ref: number | null; type: "rematch"; by: SideLetter;
  state: "asked" | "granted" | "declined"; game: string | null; }
/** How a game ended; ``winner`` is null for a draw, ``reason`` where a record names none. */
export interface ResultShape { winner: SideLetter | null; reason: string | null; text: string; }
/** How far a review is; ``findings`` are all of them at first, then what is new. */
export interface ReviewState { ref: number | null; type: "review"; game: string;
  state: "none" | "waiting" | "running" | "done" | "cancelled" | "failed"; place: number;
  done: number; of: number; findings: Finding[]; }
/** A way to bring a piece somewhere within the turn. */
export interface Route { to: string; squares: string[]; steps: string[]; count: number;
  lost: string[]; captured: string[]; kind: "walk" | "push" | "pull"; }
/** The ways of that piece. */
export interface RoutesAnswer { routes: Route[]; }
/** What ``routes`` asked for. */
export interface RoutesFound { ref: number | null; type: "routes"; square: string; routes: Route[];
  }
/** A streak, or as many puzzles as fit into a time; ``puzzle`` is the one to solve now. */
export interface RunShape { mode: "streak" | "timed"; score: number; best: number;
  mistakes_left: number; skips_left: number; seconds_left: number | null; over: boolean;
  puzzle: PuzzleShape; }
/** What the engine thinks, for gold; ``mate`` counts the winner's turns, below 0 silver's. */
export interface ScoreShape { text: string; win: number; mate: number | null; }
/** The player of a side. */
export interface SeatShape { name: string; player: string; kind: "human" | "bot"; taken: boolean;
  online: boolean; rating: number | null; account: boolean; }
/** The server ends, and another one comes in its place: the clocks stand still until then. */
export interface ServerRestarts { ref: number | null; type: "restarting"; }
/** What one process of the server has open at this moment, and its limits. */
export interface ServerState { version: string; sockets: number; games: number; bots: number;
  searches: number; waiting: number; limits: Record<string, number>; }
/** Sessions, those used last first, and the number of all. */
export interface SessionList { sessions: SessionShape[]; total: number; }
/** A browser that is logged in, or a bot's token; ``id`` is the hash of its secret. */
export interface SessionShape { id: string; name: string; seen: number; }
/** A setup by name. */
export interface SetupShape { name: string; title: string; setup: string; }
/** Good setups for each side. */
export interface Setups { g: SetupShape[]; s: SetupShape[]; }
/** Anything sent or received: unknown fields are refused, values never change. */
export interface Shape { }
/** A whole right answer: turns, the opponent's reply between them where there are two. */
export interface Solution { turns: string[]; counted: Counted | null; }
/** A solver's rating and progress; ``provisional``: too few answers to know it well. */
export interface Standing { rating: number; provisional: boolean; answers: number; in_row: number;
  repeat: number; best_streak: number; best_timed: number; progress: Progress[];
  run: RunShape | null; }
/** How busy the server is; ``most_searches`` is the largest number that ran at once. */
export interface Status { cores: number; searches: number; most_searches: number; waiting: number;
  games: number; }
/** The analysis has ended. */
export interface Stopped { ref: number | null; type: "stopped"; }
/** What became of a takeback; ``granted`` is followed by ``welcome``. */
export interface TakebackState { ref: number | null; type: "takeback"; by: SideLetter;
  state: "asked" | "granted" | "declined"; }
/** A bot is thinking (place 0) or waits for a core. */
export interface Thinking { ref: number | null; type: "thinking"; side: SideLetter; place: number; }
/** The tree after a change, and the changed node. */
export interface TreeChanged { tree: NodeShape[]; node: number; }
/** And the tree as the text of a record. */
export interface TreeMade { tree: NodeShape[]; node: number; record: string; }
/** A warning, where the turn deserves one. */
export interface TurnChecked { warning: WarningShape | null; }
/** What a turn does, the most important first. */
export interface TurnExplained { facts: FactShape[]; }
/** A turn for when the opponent has played: any turn, or the one that is expected. */
export interface TurnPlan { expected: string | null; steps: string[]; at_once: boolean; }
/** A turn or setup was played. */
export interface TurnPlayed { ref: number | null; type: "turn"; node: NodeShape;
  clock: ClockShape | null; game: GameShape; board: Board; }
/** A page of the accounts, newest first, and the number of all. */
export interface UserList { users: UserShape[]; total: number; }
/** An account as the owner sees it; ``seen`` is exact to a day. */
export interface UserShape { name: string; created: number; seen: number | null; sessions: number;
  keeper: string | null; rating: number; rated_games: number; ban: BanShape | null; }
/** What a turn lets the opponent do next, and with which turn. */
export interface WarningShape { text: string; reply: string; squares: string[];
  arrows: ArrowShape[]; }
/** Everything about a game. Drafts and plans are only for the seat that owns them. */
export interface Welcome { ref: number | null; type: "welcome"; version: number;
  seats: SideLetter[]; game: GameShape; tree: NodeShape[]; clock: ClockShape | null; board: Board;
  setup_draft: string | null; plan: TurnPlan | null; conditions: string[][]; asked: Asked;
  rematch: string | null; may_pace: boolean; tab_engine: boolean; now: number; }
/** The password, once more. */
export interface AccountDeletion { password: string; }
/** One more step in the draft. */
export interface AddStep { ref?: number | null; type: "step"; step: string; }
/** Several more steps, all or none. */
export interface AddSteps { ref?: number | null; type: "steps"; steps: string[]; }
/** A turn after a node; the same turn twice is one node. */
export interface AddTurn { op: "add"; parent: number; turn: string; }
/** Think about a position until told to stop; ``threat``: with the other side to move. */
export interface Analyse { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  ref?: number | null; type: "analyse"; lines?: number; threat?: boolean; }
/** The turns played so far from the puzzle's position, the opponent's replies included. */
export interface Attempt { turns: string[]; }
/** A position, and how many steps ``redo`` would bring back. */
export interface BoardAsked { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  undone?: number; }
/** Typed steps after those drafted. */
export interface BoardPreview { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  ref?: number | null; type: "preview"; text: string; }
/** As ``POST /board/routes``. */
export interface BoardRoutes { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  ref?: number | null; type: "routes"; square: string; }
/** The first message of a bot: what it plays. Without ``controls``, with any clock. */
export interface BotHello { ref?: number | null; type: "hello"; version: number; engine?: string;
  games?: number; controls?: string[]; rated?: boolean; casual?: boolean; }
/** End a review. */
export interface CancelReview { ref?: number | null; type: "cancel_review"; game: string;
  token?: string | null; }
/** Remove a variation and all that follows. */
export interface DeleteNode { op: "delete"; node: number; }
/** The setup is kept, unsent. */
export interface DraftSetup { ref?: number | null; type: "setup_draft"; setup: string; }
/** Asks where the piece there can go. */
export interface FindRoutes { ref?: number | null; type: "routes"; square: string; }
/** The first message: which seats this page holds the secrets of, which game it analyses. */
export interface Hello { ref?: number | null; type: "hello"; version: number; tokens?: string[];
  game?: string | null; }
/** Games as text, in any format that the library reads. */
export interface ImportText { text: string; }
/** A turn of a tree that the page keeps itself. */
export interface KeptNode { id: number; parent: number | null; label: string; turn: string;
  glyph: string; comments: string[]; arrows?: string[]; marks?: string[]; played: boolean;
  children: number[]; }
/** Puzzles that a browser has solved before the server kept account. */
export interface KnownPuzzles { solved: string[]; }
/** A page of this server, under the origin by which the user has opened it. */
export interface LinkAsked { origin: string; path: string; }
/** An account, and the password that proves it. */
export interface LogIn { name: string; password: string; }
/** The secret of a link in a letter. */
export interface MailSecret { token: string; }
/** Where letters are to be sent; nowhere if it is empty. */
export interface MailWanted { address: string; }
/** The line to a node comes first everywhere. */
export interface MakeMain { op: "make_main"; node: number; }
/** Sits down under a name; ``side`` where the page holds both seats. */
export interface Name { ref?: number | null; type: "name"; name: string; side?: SideLetter | null; }
/** An account's name, an address or a network, and why; without ``until`` for good. */
export interface NewBan { target: string; reason: string; until?: number | null; }
/** The name of a bot that is to have an account. */
export interface NewBot { name: string; }
/** A game to be played. */
export interface NewGame { gold?: SeatWanted; silver?: SeatWanted; control?: string | null;
  start?: string | null; handicap?: Partial<Record<SideLetter, string>> | null; event?: string;
  no_engine?: boolean; rated?: boolean; open?: boolean; }
/** A run to begin. */
export interface NewRun { mode: "streak" | "timed"; }
/** A request that says nothing but where it goes. */
export interface Nothing { }
/** The secret of the owner's link. */
export interface OwnerAsked { secret: string; }
/** The password until now, and the one from now on. */
export interface PasswordChange { password: string; new_password: string; endpoint?: string | null;
  }
/** Asks for a pong, to notice a dead connection. */
export interface Ping { ref?: number | null; type: "ping"; id: number; }
/** One more turn of a game that is paused. */
export interface PlayOne { ref?: number | null; type: "play_one"; }
/** The setup is played. */
export interface PlaySetup { ref?: number | null; type: "setup"; setup: string; }
/** A position to be checked, or to find a turn in. */
export interface PositionAsked { position: string; }
/** Asks what the typed steps would give; nothing changes. */
export interface Preview { ref?: number | null; type: "preview"; text: string; from_start?: boolean;
  }
/** The line to a node comes first at the last fork where it did not. */
export interface Promote { op: "promote"; node: number; }
/** A browser that is to show none any more. */
export interface PushUnwanted { endpoint: string; }
/** A browser that is to show notices, as it describes itself. */
export interface PushWanted { endpoint: string; p256dh: string; auth: string; }
/** The step undone last comes back. */
export interface Redo { ref?: number | null; type: "redo"; }
/** A new account. */
export interface Registration { name: string; password: string; }
/** Asks for another game, or answers the opponent who does. */
export interface Rematch { ref?: number | null; type: "rematch"; answer?: boolean | null; }
/** The name of an account from now on. */
export interface Rename { name: string; }
/** The draft is empty again. */
export interface Reset { ref?: number | null; type: "reset"; }
/** The game is given up. */
export interface Resign { ref?: number | null; type: "resign"; }
/** A position and a piece on it. */
export interface RoutesAsked { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  undone?: number; square: string; }
/** One of a few phrases for the opponent. */
export interface SayPhrase { ref?: number | null; type: "phrase";
  phrase: "hello" | "good_luck" | "well_played" | "one_moment" | "sorry" | "thank_you" | "good_game";
  }
/** The player wanted for a side. */
export interface SeatWanted { player?: string; name?: string | null; }
/** The drafted turn is played. */
export interface Send { ref?: number | null; type: "send"; }
/** The comment on a node; empty text removes it. */
export interface SetComment { op: "comment"; node: number; text: string; }
/** Answers in advance: lines of the opponent's turn, the answer, the next turn and so on. */
export interface SetConditions { ref?: number | null; type: "conditions"; lines: string[][]; }
/** The arrows (``Ge2e5``) and marked squares (``Re4``) of a node, in place of those before. */
export interface SetDrawing { op: "draw"; node: number; arrows: string[]; marks: string[]; }
/** How a turn is judged: ``! ? !! ?? !? ?!``, or nothing. */
export interface SetGlyph { op: "glyph"; node: number;
  glyph: "" | "!" | "?" | "!!" | "??" | "!?" | "?!"; }
/** How a game between two programs goes on; without ``turn_s`` in the server's usual pace. */
export interface SetPace { ref?: number | null; type: "pace"; paused: boolean;
  turn_s?: number | null; }
/** The turn planned while the opponent plays, or none. */
export interface SetPlan { ref?: number | null; type: "plan"; plan: TurnPlan | null; }
/** As ``POST /board``. */
export interface ShowBoard { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; turns?: string[]; steps?: string[];
  ref?: number | null; type: "board"; undone?: number; }
/** Judge every turn of a game, ``seconds`` for each; without them, only say how far it is. */
export interface StartReview { ref?: number | null; type: "review"; game: string;
  seconds?: number | null; token?: string | null; }
/** The analysis ends. */
export interface StopAnalysis { ref?: number | null; type: "stop"; }
/** Asks for the last turn back, or answers the opponent who does. */
export interface Takeback { ref?: number | null; type: "takeback"; answer?: boolean | null; }
/** A tree that the page keeps itself, turns to put at its start, and a change. */
export interface TreeAsked { position?: string | null;
  handicap?: Partial<Record<SideLetter, string>> | null; nodes?: KeptNode[]; turns?: string[];
  change?: AddTurn | SetComment | SetDrawing | SetGlyph | Promote | MakeMain | DeleteNode | null; }
/** A turn, and the position at its start. */
export interface TurnAsked { position: string; turn: string; }
/** The target of a ban. */
export interface Unban { target: string; }
/** The last drafted step is taken away. */
export interface Undo { ref?: number | null; type: "undo"; }
/** Why a game is ended. */
export interface Voided { reason?: string; }
export type GameMessage = | Hello | AddStep | AddSteps | Undo | Redo | Reset | DraftSetup
  | FindRoutes | Preview | Send | PlaySetup | Resign | Name | Takeback | Rematch | SayPhrase
  | SetPlan | SetConditions | SetPace | PlayOne | Ping ;
export type GameTold = | Welcome | DraftShown | RoutesFound | PreviewShown | TurnPlayed
  | GameChanged | TakebackState | RematchState | PhraseSaid | PlanShown | ConditionsShown | Pong
  | Thinking | ServerRestarts | ErrorMessage ;
export interface GameAnswers { hello: Welcome; step: DraftShown; steps: DraftShown;
  undo: DraftShown; redo: DraftShown; reset: DraftShown; setup_draft: DraftShown;
  routes: RoutesFound; preview: PreviewShown; send: TurnPlayed | GameChanged;
  setup: TurnPlayed | GameChanged; resign: GameChanged; name: GameChanged; takeback: TakebackState;
  rematch: RematchState; phrase: PhraseSaid; plan: PlanShown; conditions: ConditionsShown;
  pace: GameChanged; play_one: GameChanged; ping: Pong; }
export type AnalysisMessage = | Hello | Analyse | StopAnalysis | ShowBoard | BoardRoutes
  | BoardPreview | StartReview | CancelReview | Ping ;
export type AnalysisTold = | AnalysisWelcome | AnalysisProgress | Queued | Stopped | BoardShown
  | RoutesFound | PreviewShown | ReviewState | Pong | ErrorMessage ;
export interface AnalysisAnswers { hello: AnalysisWelcome; analyse: AnalysisProgress | Queued;
  stop: Stopped; board: BoardShown; routes: RoutesFound; preview: PreviewShown; review: ReviewState;
  cancel_review: Stopped; ping: Pong; }
export type Got<P> = P extends `/account/notices` ? NoticeState :
  P extends `/admin/sessions` | `/admin/sessions?${string}` ? SessionList :
  P extends `/account/bots` ? OwnBots :
  P extends `/puzzles/next` | `/puzzles/next?${string}` ? PuzzleShape :
  P extends `/admin/state` ? ServerState :
  P extends `/admin/users` | `/admin/users?${string}` ? UserList :
  P extends `/admin/bans` ? BanList : P extends `/admin/acts` ? ActList :
  P extends `/challenges` ? Challenges : P extends `/puzzles/me` ? Standing :
  P extends `/controls` ? Controls : P extends `/account` ? AccountState :
  P extends `/players` ? PlayerList : P extends `/explore` | `/explore?${string}` ? Explored :
  P extends `/puzzles` | `/puzzles?${string}` ? PuzzleList :
  P extends `/setups` | `/setups?${string}` ? Setups : P extends `/status` ? Status :
  P extends `/ready` ? Ready : P extends `/games` | `/games?${string}` ? GameList :
  P extends `/bots` ? BotList : P extends `/puzzles/${string}` ? PuzzleShape :
  P extends `/profiles/${string}` ? Profile : P extends `/games/${string}` ? GameWithTree : never;
export type Posted<P> =
  P extends `/account/notices/push/remove` ? { asked: PushUnwanted; answer: NoticeState } :
  P extends `/account/notices/push` ? { asked: PushWanted; answer: NoticeState } :
  P extends `/account/notices/mail` ? { asked: MailWanted; answer: NoticeState } :
  P extends `/account/register` ? { asked: Registration; answer: AccountState } :
  P extends `/account/password` ? { asked: PasswordChange; answer: AccountState } :
  P extends `/puzzles/run/skip` ? { asked: Nothing; answer: RunShape } :
  P extends `/account/log-out` ? { asked: Nothing; answer: AccountState } :
  P extends `/notices/confirm` ? { asked: MailSecret; answer: LinkFollowed } :
  P extends `/puzzles/run/try` ? { asked: Attempt; answer: AttemptAnswer } :
  P extends `/account/log-in` ? { asked: LogIn; answer: AccountState } :
  P extends `/account/delete` ? { asked: AccountDeletion; answer: AccountState } :
  P extends `/coach/explain` ? { asked: TurnAsked; answer: TurnExplained } :
  P extends `/puzzles/known` ? { asked: KnownPuzzles; answer: Standing } :
  P extends `/admin/backup` ? { asked: Nothing; answer: BackupMade } :
  P extends `/board/routes` ? { asked: RoutesAsked; answer: RoutesAnswer } :
  P extends `/account/bots` ? { asked: NewBot; answer: BotToken } :
  P extends `/notices/stop` | `/notices/stop?${string}` ? { asked: string | Blob; answer: LinkFollowed } :
  P extends `/admin/unban` ? { asked: Unban; answer: BanList } :
  P extends `/board/check` ? { asked: PositionAsked; answer: PositionChecked } :
  P extends `/coach/check` ? { asked: TurnAsked; answer: TurnChecked } :
  P extends `/puzzles/run` ? { asked: NewRun; answer: RunShape } :
  P extends `/admin/bans` ? { asked: NewBan; answer: BanList } :
  P extends `/coach/hint` ? { asked: PositionAsked; answer: CoachHint } :
  P extends `/import` ? { asked: string | Blob; answer: Imported } :
  P extends `/board` ? { asked: BoardAsked; answer: Board } :
  P extends `/games` ? { asked: NewGame; answer: GameCreated } :
  P extends `/links` ? { asked: LinkAsked; answer: Links } :
  P extends `/owner` ? { asked: OwnerAsked; answer: OwnerKnown } :
  P extends `/tree` ? { asked: TreeAsked; answer: TreeMade } :
  P extends `/admin/users/${string}/end-sessions` ? { asked: Nothing; answer: UserList } :
  P extends `/admin/sessions/${string}/end` ? { asked: Nothing; answer: SessionList } :
  P extends `/admin/games/${string}/delete` ? { asked: Nothing; answer: ActList } :
  P extends `/puzzles/${string}/solution` ? { asked: Nothing; answer: Solution } :
  P extends `/admin/games/${string}/void` ? { asked: Voided; answer: ActList } :
  P extends `/account/bots/${string}/revoke` ? { asked: Nothing; answer: OwnBots } :
  P extends `/account/bots/${string}/delete` ? { asked: Nothing; answer: OwnBots } :
  P extends `/admin/users/${string}/rename` ? { asked: Rename; answer: UserList } :
  P extends `/admin/users/${string}/delete` ? { asked: Nothing; answer: UserList } :
  P extends `/account/bots/${string}/token` ? { asked: Nothing; answer: BotToken } :
  P extends `/puzzles/${string}/hint` ? { asked: Nothing; answer: Hint } :
  P extends `/puzzles/${string}/try` ? { asked: Attempt; answer: AttemptAnswer } :
  P extends `/games/${string}/accept` ? { asked: Nothing; answer: ChallengeTaken } :
  P extends `/games/${string}/tree` ? { asked: AddTurn | SetComment | SetDrawing | SetGlyph | Promote | MakeMain | DeleteNode; answer: TreeChanged } :
  never;
