"""Train a small agent from nothing, by games against itself, on one core of a processor.

    pip install gajah[train,rl]
    python examples/learn_from_nothing.py                # three minutes, then a match
    python examples/learn_from_nothing.py --minutes 0.1  # to see that it runs

The agent is a network. It sees the 20 planes of a moment and answers with a number for each of the
257 actions and a value: how well it stands, from -1 to 1. It learns by PPO: it plays hundreds of
games against itself at once, and actions that led to more than the value expected become likelier.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from gajah.actions import ACTIONS, PLANES, VectorGames
from gajah.env.duels import DuelVectorEnv

GAMES = 512
STEPS = 32  # of each game, between two rounds of learning
MAX_TURNS = 120  # a game that long teaches nothing more
BATCH = 2048
EPOCHS = 2  # how often each sample is learned from
DISCOUNT = 0.995  # for each step: winning soon is better than winning late
SMOOTHING = 0.95  # the lambda of generalised advantage estimation
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3
WIDTH = 256


class Agent(nn.Module):
    """Planes and masks in; log-probabilities of the actions and a value out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Flatten(),
            nn.Linear(PLANES * 64, WIDTH),
            nn.ReLU(),
            nn.Linear(WIDTH, WIDTH),
            nn.ReLU(),
        )
        self.policy = nn.Linear(WIDTH, ACTIONS)
        self.value = nn.Linear(WIDTH, 1)

    def forward(self, planes: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """What it thinks of a batch of moments."""
        seen = self.body(planes)
        logits = self.policy(seen).masked_fill(~masks, -1e9)
        return functional.log_softmax(logits, dim=1), torch.tanh(self.value(seen)).squeeze(1)

    @torch.no_grad()
    def act(self, planes: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Actions drawn from its policy, their log-probabilities, and the values."""
        logs, values = self(planes, masks)
        actions = torch.multinomial(logs.exp(), 1)
        return actions.squeeze(1), logs.gather(1, actions).squeeze(1), values


@dataclass
class Samples:
    """Some steps of all games, ``[step][game]``: what was seen, done, expected and got."""

    planes: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor
    values: Tensor
    advantages: Tensor


def play(agent: Agent, games: VectorGames) -> Samples:
    """Play on in all games and look back at what each action was worth."""
    # The arrays are the games' own memory: these tensors always show what is to be seen now.
    planes, masks = torch.from_numpy(games.planes), torch.from_numpy(games.masks)
    sides, rewards, endings = (
        torch.from_numpy(array) for array in (games.sides, games.rewards, games.endings)
    )
    seen = []
    for _ in range(STEPS):
        actions, logs, values = agent.act(planes, masks)
        before = (planes.to(torch.uint8), masks.clone(), actions, logs, values, sides.clone())
        games.step(actions.numpy())
        seen.append((*before, rewards.clone(), endings != 0))
    columns = [torch.stack(column) for column in zip(*seen, strict=True)]
    all_planes, all_masks, all_actions, all_logs, all_values, movers, gains, over = columns
    _, _, last_values = agent.act(planes, masks)
    advantages = torch.zeros_like(gains)
    next_value, next_side, next_advantage = last_values, sides, torch.zeros(len(games))
    for t in reversed(range(STEPS)):
        # What is good for the opponent is bad for the side that acted.
        sign = torch.where(movers[t] == next_side, 1.0, -1.0) * ~over[t]
        surprise = gains[t] + DISCOUNT * sign * next_value - all_values[t]
        next_advantage = surprise + DISCOUNT * SMOOTHING * sign * next_advantage
        advantages[t], next_value, next_side = next_advantage, all_values[t], movers[t]
    return Samples(all_planes, all_masks, all_actions, all_logs, all_values, advantages)


def learn(agent: Agent, optimizer: torch.optim.Optimizer, samples: Samples) -> None:
    """Make actions that were better than expected likelier, and the expectation better."""
    planes, masks, actions, logs, values, advantages = (
        column.flatten(0, 1) for column in vars(samples).values()
    )
    targets = values + advantages
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    for _ in range(EPOCHS):
        order = torch.randperm(len(actions))
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            new_logs, new_values = agent(planes[rows].float(), masks[rows])
            ratio = (new_logs.gather(1, actions[rows, None]).squeeze(1) - logs[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.min(ratio * advantages[rows], clipped * advantages[rows]).mean()
            entropy = -(new_logs.exp() * new_logs).sum(1).mean()
            error = functional.mse_loss(new_values, targets[rows])
            optimizer.zero_grad()
            (0.5 * error - gain - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(minutes: float, seed: int) -> Agent:
    """An agent that has learned for so many minutes of processor time."""
    torch.manual_seed(seed)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    games = VectorGames(GAMES, max_turns=MAX_TURNS, seed=seed)
    start, shown = time.process_time(), 0
    while (spent := time.process_time() - start) < 60 * minutes:
        if spent >= shown:
            print(f"{spent:.0f} s: the agent learns", flush=True)
            shown += 20
        learn(agent, optimizer, play(agent, games))
    return agent


def match(agent: Agent, games: int, seed: int) -> float:
    """The share of games that the agent wins against ``random``, half of them as gold."""
    env = DuelVectorEnv(games, opponent="random", max_turns=2 * MAX_TURNS)
    observations, _ = env.reset(seed=seed)
    # Only the first game of each place counts: of those that end soon there would be too many.
    results: dict[int, float] = {}
    while len(results) < games:
        planes = torch.from_numpy(observations["observation"])
        masks = torch.from_numpy(observations["action_mask"]).bool()
        actions, _, _ = agent.act(planes, masks)
        observations, rewards, ends, stops, _ = env.step(actions.numpy())
        for place in (ends | stops).nonzero()[0]:
            results.setdefault(int(place), float(rewards[place]))
    return sum(reward > 0 for reward in results.values()) / games


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time")
    parser.add_argument("--games", type=int, default=200, help="of the match")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    agent = train(options.minutes, options.seed)
    won = match(agent, options.games, options.seed)
    print(f"won {won:.1%} of {options.games} games against random")


if __name__ == "__main__":
    main()
