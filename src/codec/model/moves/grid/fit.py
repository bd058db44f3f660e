"""Fits the weights of the grid to examples, with PyTorch, on an accelerator or (in days) without.

    python3 fit.py -o weights.bin online.examples board.examples engines.examples@4

The test `examples_are_written` makes the files, and what `NAME.aside` beside each holds is not
learnt but measured. A file with @4 is seen four times as often. `--state FILE` keeps the state at the end,
and goes on from it if it is there: then the rate falls from the beginning, and everything
is rounded.

The network is that of sections 18.2 to 18.6 of MODEL.md, in floating point. It learns what to add to
the scores of the judges so that the move played costs least. From WHOLE_FROM on, everything is
rounded as the program rounds it, while gradients pass as if it were not (straight-through estimation:
Bengio, Leonard and Courville, 2013).
"""

import argparse
import math
import os
import random
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

# As in `mod.rs`, `first.rs` and `layers.rs`.
UNITS, TERMS, LAYERS, PARTS = 64, 32, 3, 5
UNIT, ROW, WEIGHT = 64, 512, 128  # what 1 is in whole numbers
TOP = 127 / UNIT
GROUPS = {"piece": 832, "attacked": 208, "own_roles": 64, "opp_roles": 64, "marks": 12, "captured": 7, "game": 78}
CLASSES = [24, 24, 6, 16, 8]
# As in `examples.rs`.
FACTS, MOVES = 112, 64
LENGTH = FACTS + 4 * MOVES

BATCH = 16384
RATE = 0.002
WARM_UP = 300
# Parts of a run: where the rate begins to fall, in a straight line to 0, and where numbers become whole.
FALLS_FROM, WHOLE_FROM = 0.55, 0.46

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FLOAT = torch.bfloat16 if DEVICE == "cuda" else torch.float32
SQUARES = torch.arange(64, device=DEVICE)


def geometry():
    """Where the pieces go on an empty board, by piece and origin; the squares between two, by both; and the
    squares in front of each and behind it."""
    reach, between = torch.zeros(13, 64, 64), torch.zeros(64, 64, 64)
    front, behind = torch.zeros(64, 64), torch.zeros(64, 64)
    for a in range(64):
        for b in range(64):
            dx, dy = b % 8 - a % 8, b // 8 - a // 8
            far = max(abs(dx), abs(dy))
            aslant, straight = abs(dx) == abs(dy), dx == 0 or dy == 0
            if far == 0:
                continue
            if abs(dx) <= 1 and abs(dy) == 1:
                (front if dy == 1 else behind)[a, b] = 1
                if dx:
                    reach[0 if dy == 1 else 6, a, b] = 1
            for kind, goes in enumerate([abs(dx * dy) == 2, aslant, straight, aslant or straight, far == 1]):
                if goes:
                    reach[[1 + kind, 7 + kind], a, b] = 1
            if aslant or straight:
                for step in range(1, far):
                    between[a, b, a + step * (dx + 8 * dy) // far] = 1
    parts = [reach.view(13 * 64, 64), between.view(4096, 64), front, behind]
    return [part.to(DEVICE, FLOAT) for part in parts]


REACH, BETWEEN, FRONT, BEHIND = geometry()


def attacks(board):
    """Which piece attacks which square: by position, origin, target. The opponent's see through the own king."""
    men = board < 12
    blocked = (men.to(FLOAT) @ BETWEEN.t()).view(-1, 64, 64)
    blocked_for_opp = ((men & (board != 5)).to(FLOAT) @ BETWEEN.t()).view(-1, 64, 64)
    blocked = torch.where((board < 6)[:, :, None], blocked, blocked_for_opp)
    return REACH[board * 64 + SQUARES] * (blocked == 0)


def hot(numbers, count):
    """Each number as `count` numbers, of which one is 1 and all others 0."""
    return numbers[..., None] == torch.arange(count, device=DEVICE)


def cut(numbers):
    """Rounded down, as if that had no effect on gradients."""
    return numbers + (torch.floor(numbers) - numbers).detach()


class Grid(nn.Module):
    def __init__(self):
        super().__init__()

        def table(rows, columns, spread):
            return nn.Parameter(torch.randn(rows, columns) * spread)

        self.rows = nn.ParameterDict({name: table(rows, UNITS, 0.1) for name, rows in GROUPS.items()})
        self.first_bias = nn.Parameter(torch.full((UNITS,), 0.2))
        told = PARTS * UNITS
        self.told = nn.ParameterList([table(told, UNITS, 0.5 / told**0.5) for _ in range(LAYERS)])
        self.mean = nn.ParameterList([table(UNITS, UNITS, 0.03) for _ in range(LAYERS)])
        self.bias = nn.ParameterList([nn.Parameter(torch.zeros(UNITS)) for _ in range(LAYERS)])
        self.origins, self.targets = table(UNITS, TERMS, 0.12), table(UNITS, TERMS, 0.03)
        self.origin_bias = nn.Parameter(torch.full((TERMS,), 0.1))
        self.target_bias = nn.Parameter(torch.zeros(TERMS))

    def dense(self):
        return [*self.told, *self.mean, self.origins, self.targets]

    def first(self, facts, board, attack, whole):
        """The units in the first layer."""
        count = facts.shape[0]
        men = hot(board, 13)[:, :, :12].to(FLOAT)
        attackers = torch.bmm(men.transpose(1, 2), attack)
        own, opp = attackers[:, :6], attackers[:, 6:]
        often = [side.sum(1).clamp(max=3).long() for side in (own, opp)]
        bits = (2 ** torch.arange(6, device=DEVICE))[None, :, None]
        roles = [((side > 0).long() * bits).sum(1) for side in (own, opp)]
        sets = facts[:, 64:96].reshape(count, 4, 8, 1) >> torch.arange(8, device=DEVICE) & 1
        past = facts[:, 96:104].long()[:, :, None] == SQUARES
        marks = torch.cat([sets.reshape(count, 4, 64).bool(), past], 1).transpose(1, 2)
        captured = torch.where(past[:, 0], facts[:, 104].long()[:, None], 7)
        on = [hot(board * 16 + often[0] * 4 + often[1], 208), hot(roles[0], 64), hot(roles[1], 64), marks]
        on = torch.cat([*on, hot(captured, 7)], 2).to(FLOAT)
        classes = [hot(facts[:, 105 + i].long(), n) for i, n in enumerate(CLASSES)]

        def rows(*names):
            rows = torch.cat([self.rows[name] for name in names])
            return (rows + (torch.round(rows * ROW) / ROW - rows).detach() if whole else rows).to(FLOAT)

        by_square = rows("piece").view(13, 64, UNITS).transpose(0, 1)
        sums = on @ rows("attacked", "own_roles", "opp_roles", "marks", "captured")
        sums = sums + torch.bmm(hot(board, 13).to(FLOAT).transpose(0, 1), by_square).transpose(0, 1)
        shared = torch.cat(classes, 1).to(FLOAT) @ rows("game") + self.first_bias.to(FLOAT)
        return sums + shared[:, None]

    def forward(self, facts, moves, whole):
        """What the score of each move gains, in nats."""
        floor = (lambda x: cut(x * UNIT) / UNIT) if whole else (lambda x: x)
        nearest = (lambda x: floor(x.float() + 0.5 / UNIT)) if whole else (lambda x: x.float())

        def weights(w):
            return (w + (torch.round(w * WEIGHT) / WEIGHT - w).detach() if whole else w).to(FLOAT)

        board = facts[:, :64].long()
        attack = attacks(board)
        units = nearest(self.first(facts, board, attack, whole)).clamp(0, TOP).to(FLOAT)
        for told, mean, bias in zip(self.told, self.mean, self.bias):
            parts = [torch.matmul(FRONT, units) / 2, torch.matmul(BEHIND, units) / 2]
            parts += [torch.bmm(attack.transpose(1, 2), units) / 2, torch.bmm(attack, units) / 4]
            parts = [floor(part.float().clamp(max=TOP)).to(FLOAT) for part in parts]
            means = floor(units.float().mean(1)).to(FLOAT)
            gains = torch.cat([units, *parts], 2) @ weights(told)
            gains = gains + (means @ weights(mean) + bias.to(FLOAT))[:, None]
            units = (units.float() + nearest(gains)).clamp(0, TOP).to(FLOAT)
        origins = nearest(units @ weights(self.origins) + self.origin_bias.to(FLOAT)).clamp(0, TOP)
        targets = nearest(units @ weights(self.targets) + self.target_bias.to(FLOAT)).clamp(-TOP, TOP)
        scores = torch.bmm(origins.to(FLOAT), targets.to(FLOAT).transpose(1, 2)).view(-1, 4096)
        moves = moves.view(-1, MOVES, 2).long()
        places = torch.where(legal(facts), moves[:, :, 0] * 64 + moves[:, :, 1], SQUARES[None, :MOVES])
        return scores.gather(1, places).float()


def legal(facts):
    return torch.arange(MOVES, device=DEVICE)[None] < facts[:, 110:111]


def cost(scores, facts):
    """What each move played costs, in bits."""
    shares = torch.log_softmax(scores.masked_fill(~legal(facts), -1e4), 1)
    return -shares.gather(1, facts[:, 111:112].long()).squeeze(1) / math.log(2)


class Examples:
    """Examples of several files, each a tensor of facts, moves, and scores of the judges."""

    def __init__(self, paths):
        sizes = [os.path.getsize(path) // LENGTH for path in paths]
        self.ends = np.cumsum([0, *sizes]).tolist()
        count = self.ends[-1]
        self.parts = [
            torch.empty(count, FACTS, dtype=torch.uint8, device=DEVICE),
            torch.empty(count, 2 * MOVES, dtype=torch.uint8, device=DEVICE),
            torch.empty(count, MOVES, dtype=torch.int16, device=DEVICE),
        ]
        for path, first, end in zip(paths, self.ends, self.ends[1:]):
            all_of_it = torch.from_numpy(np.fromfile(path, np.uint8).reshape(-1, LENGTH)).to(DEVICE)
            split = all_of_it.split([FACTS, 2 * MOVES, 2 * MOVES], 1)
            for part, taken in zip(self.parts, split):
                part[first:end] = taken.contiguous().view(part.dtype)

    def at(self, places):
        facts, moves, scores = [part[places] for part in self.parts]
        return facts, moves, scores.float() / 256

    def draw(self, often):
        """A batch, of each file as many as it has times how often it is seen."""
        counts = torch.tensor([n * (b - a) for n, a, b in zip(often, self.ends, self.ends[1:])])
        files = torch.multinomial(counts.double(), BATCH, replacement=True)
        firsts, ends = torch.tensor(self.ends[:-1])[files], torch.tensor(self.ends[1:])[files]
        places = firsts + (torch.rand(BATCH, dtype=torch.double) * (ends - firsts)).long()
        return self.at(places.to(DEVICE))


@torch.no_grad()
def measure(grid, examples, whole):
    """The cost of a move in each file, by the judges alone and with the grid."""
    costs = []
    for first, end in zip(examples.ends, examples.ends[1:]):
        sums, count = np.zeros(2), max(1, min(end - first, 2**17))
        for at in range(first, first + count, BATCH):
            facts, moves, scores = examples.at(slice(at, min(at + BATCH, first + count, end)))
            gained = scores + grid(facts, moves, whole)
            sums += [cost(scores, facts).sum().item(), cost(gained, facts).sum().item()]
        costs.append(" ".join(f"{bits:.4f}" for bits in sums / count))
    return "; ".join(costs)


def fit(grid, learnt, often, aside, options, goes_on):
    steps, falls_from, whole_from = options.steps, FALLS_FROM, WHOLE_FROM
    if goes_on:
        falls_from, whole_from = 0, -1
    optimiser = torch.optim.Adam(grid.parameters(), betas=(0.9, 0.99))
    started = time.time()
    for step in range(steps):
        done = step / steps
        falls = min(1, (1 - done) / (1 - falls_from))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * falls * min(1, (step + 1) / WARM_UP)
        facts, moves, scores = learnt.draw(often)
        loss = cost(scores + grid(facts, moves, done > whole_from), facts).mean()
        optimiser.zero_grad(set_to_none=True)
        (loss * math.log(2)).backward()
        optimiser.step()
        with torch.no_grad():
            for weights in grid.dense():
                weights.clamp_(-127 / WEIGHT, 127 / WEIGHT)
        if step % 1000 == 999 or step + 1 == steps:
            print(f"{step + 1} of {steps}, {time.time() - started:.0f} s:", measure(grid, aside, done > whole_from), flush=True)


@torch.no_grad()
def order_of(grid, examples):
    """An order of units in which the zeros of a square stand together in fours, which the program leaves out: found
    by exchanging units as long as that helps."""
    facts, _, _ = examples.at(torch.randint(examples.ends[-1], (64,), device=DEVICE))
    board = facts[:, :64].long()
    on = (grid.first(facts, board, attacks(board), True) > 0.5 / UNIT).view(-1, UNITS).cpu()
    order = on.float().mean(0).argsort().tolist()
    loud = lambda four: on[:, four].any(1).sum().item()
    exchanges = random.Random(1)
    for _ in range(12000):
        a, b = exchanges.sample(range(UNITS), 2)
        fours = [slice(i // 4 * 4, i // 4 * 4 + 4) for i in (a, b)]
        before = sum(loud(order[four]) for four in fours)
        order[a], order[b] = order[b], order[a]
        if sum(loud(order[four]) for four in fours) > before:
            order[a], order[b] = order[b], order[a]
    return torch.tensor(order)


def whole_bytes(grid, order):
    """The weights as the program reads them (18.1 of MODEL.md)."""
    state = {name: weights.detach().float().cpu().clone() for name, weights in grid.state_dict().items()}

    def numbers(weights, one, kind):
        return (weights * one).round().numpy().astype(kind).tobytes()

    def by_sum(weights, parts, ordered):
        weights = weights.view(parts, UNITS, -1)[:, order].reshape(parts * UNITS, -1)
        return numbers((weights[:, order] if ordered else weights).t().contiguous(), WEIGHT, "i1")

    # The last eight rows are those of a group that every square has one row of.
    state["rows.game"][-CLASSES[-1] :] += state["first_bias"]
    out = [numbers(state[f"rows.{name}"][:, order], ROW, "<i2") for name in GROUPS]
    for i in range(LAYERS):
        out.append(numbers(state[f"bias.{i}"][order], UNIT * WEIGHT, "<i4"))
        out += [by_sum(state[f"told.{i}"], PARTS, True), by_sum(state[f"mean.{i}"], 1, True)]
    for end in ("origin", "target"):
        out.append(numbers(state[f"{end}_bias"], UNIT * WEIGHT, "<i4"))
        out.append(by_sum(state[f"{end}s"], 1, False))
    return b"".join(out)


def main():
    arguments = argparse.ArgumentParser(description="Fits the weights of the grid.")
    arguments.add_argument("examples", nargs="+")
    arguments.add_argument("-o", "--output", required=True)
    arguments.add_argument("--steps", type=int, default=9190)
    arguments.add_argument("--rate", type=float, default=RATE)
    arguments.add_argument("--state")
    options = arguments.parse_args()
    torch.manual_seed(1)
    grid = Grid().to(DEVICE)
    goes_on = options.state and os.path.exists(options.state)
    if goes_on:
        grid.load_state_dict(torch.load(options.state))
    sources = [source.partition("@") for source in options.examples]
    paths, often = [path for path, _, _ in sources], [int(times or 1) for _, _, times in sources]
    learnt, aside = Examples(paths), Examples([f"{path}.aside" for path in paths])
    fit(grid, learnt, often, aside, options, goes_on)
    if options.state:
        torch.save(grid.state_dict(), options.state)
    with open(options.output, "wb") as file:
        file.write(whole_bytes(grid, order_of(grid, learnt)))


main()
