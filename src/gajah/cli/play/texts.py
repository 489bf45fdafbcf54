"""The longer texts that a player reads."""

from __future__ import annotations

HELP = """\
Your turn      Ed2n Ed3n      take steps: piece, square, direction (n e s w);
                              d2n and d2d3 will do, one line or several
               end            finish the turn (Enter too, when no step is left)
               3g Ed2n Ed3n   a line with its number is a whole, finished turn
               e2             show what the piece on e2 can do
               undo           take one step back; undo all: every step
               takeback       take your last turn back, and the answer to it
               hint           ask the engine; hint 5 gives it five seconds
               resign         give up
Setting up     setup NAME     begin from a named setup; setup lists them all
               swap a1 b2     exchange two pieces
               mirror         exchange left and right
               Ee2 Md2        put pieces on squares, each changing places
               end            the setup is ready
Any time       save FILE      keep the game there; it is saved by itself too
               load FILE      take up a game; load FILE 3: the third in it
               turns          every turn so far
               flip, redraw   turn the board round; draw the screen again
               help, quit     this page; leave
After a game   again          play once more with the sides changed
Watching       Enter          the next turn now; also pause, go, pace 3"""

HOW_TO_SET_UP = (
    "Set up your pieces. Type end to take this setup, or change it first: swap a1 b2, mirror, "
    "setup NAME (setup lists them all), or where pieces go, as in Ee2 Md2. Type help for more."
)
HOW_TO_END_SETUP = "Type end to take this setup."
HOW_TO_PLAY = (
    "Type up to four steps, as in Ed2n (n, e, s and w are the directions), then end. Type a "
    "square, as in e2, to see what the piece there can do, and help for everything else."
)
HOW_TO_END = "No step is left: press Enter to finish the turn, or type undo."
NO_WAY_TO_END = "This turn can only end in a position that has stood twice: type undo."
AFTER_THE_GAME = "Type again to change sides and play once more, takeback, save FILE, or quit."
WATCHING = "Press Enter for the next turn, or type pause, pace 3, flip, save FILE, quit."
PAUSED = "Paused. Press Enter to go on, or type pace 3, turns, save FILE, quit."
