"""A home sheet entered deal by deal, with every deal open to mending."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from overtrick.cli.home import law_80_lines, play, read_file, settlement_line
from overtrick.cli.options import echo_text
from overtrick.errors import InputError, OvertrickError
from overtrick.formats.files import write_whole
from overtrick.i18n import gettext as _
from overtrick.report.sheet import column_names, sheet_text, vulnerable_word
from overtrick.report.sheet_why import why
from overtrick.score.chicago import Chicago
from overtrick.score.home.deals import parse_deal
from overtrick.score.home.history import History
from overtrick.score.home.sheetfile import SheetFile, write_sheet
from overtrick.score.rubber import Rubber

__all__ = ["Session"]


class Session:
    """One sitting at the prompt. A deal that cannot be is refused in words, and the sheet stays as it was."""

    def __init__(self, form: str, sheet: SheetFile, *, ascii_only: bool = False) -> None:
        self.form = form
        self.sheet = sheet
        self.history = History()
        self.ascii_only = ascii_only
        self.saved: History | None = self.history
        self.leaving = False
        self.commands = {
            "edit": self.edit,
            "insert": self.insert,
            "remove": self.remove,
            "honours": self.honours,
            "undo": self.undo,
            "redo": self.redo,
            "why": self.why,
            "sheet": self.show,
            "stop": self.stop,
            "save": self.save,
            "load": self.load,
            "help": self.help,
        }

    def run(self) -> None:
        """Ask until `quit` or the end of the input, then print the sheet."""
        play(self.sheet, self.form)  # settings that cannot be are refused before the first deal
        self.help("")
        early = False
        while True:
            try:
                line = input(self.prompt()).strip()
                if self._done(line):
                    break
            except (EOFError, KeyboardInterrupt, UnicodeDecodeError):  # the sheet so far is printed, not lost
                click.echo()
                early = True
                break
        self.show("")
        echo_text(settlement_line(self.sheet, self.played()), ascii_only=self.ascii_only)
        if early:
            self._rescue()

    def _done(self, line: str) -> bool:
        """Carry out a line; whether it was the last. What cannot be is told, and the sheet stays as it was."""
        if line.casefold() in ("quit", "exit", "q"):
            return self.saved is self.history or self._leave()
        try:
            self.answer(line)
        except (OvertrickError, OSError) as error:
            click.echo(f"{error}", err=True)
        return False

    def _rescue(self) -> None:
        """A sheet that was not saved is told as a file, so that nothing is lost when the input ends early."""
        if self.saved is self.history or not self.history.deals:
            return
        click.echo(_("the sheet was not saved; as a file it is:"), err=True)
        click.echo(write_sheet(self.sheet.with_deals(self.history.deals)), err=True, nl=False)

    def _leave(self) -> bool:
        """Whether to leave a sheet that is not saved: asked once, and the next `quit` leaves."""
        if self.leaving:
            return True
        self.leaving = True
        click.echo(_("the sheet is not saved: save FILE, or quit again"), err=True)
        return False

    def played(self, history: History | None = None) -> Rubber | Chicago:
        """The sheet replayed from its deals."""
        return play(self.sheet.with_deals((history or self.history).deals), self.form)

    def prompt(self) -> str:
        """Which deal comes, and who is vulnerable."""
        now = self.played()
        number = len(self.history.deals) + 1
        where = vulnerable_word(now.sheet, now.vulnerable)
        if now.finished:
            return _("finished> ")
        if isinstance(now, Chicago):
            return _("deal {number} of the wheel, dealer {dealer}, {vulnerable}> ").format(
                number=now.number, dealer=now.dealer.value, vulnerable=where
            )
        return _("deal {number}, {vulnerable}> ").format(number=number, vulnerable=where)

    def answer(self, line: str) -> None:
        """Carry out one line: a command, or else a deal."""
        word, _space, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        if command is not None:
            command(rest.strip())
        elif line:
            self._take(self.history.add(line))
            self.sheet = replace(self.sheet, stopped=False)  # play went on
            self._tell(len(self.history.deals))

    def _take(self, history: History) -> None:
        self.played(history)  # refuses what cannot be, before anything changes
        self.history = history
        self.leaving = False

    def _tell(self, index: int) -> None:
        """The figures of a deal, and the totals."""
        now = self.played()
        names = column_names(now.sheet)
        for entry in now.entries:
            if entry.deal == index:
                where = _("below") if entry.below else _("above")
                name = names[0] if entry.side.value == "NS" else names[1]
                click.echo(f"  [{entry.number}] {name} {entry.points} {where}")
        click.echo(f"  {names[0]} {now.totals.we}, {names[1]} {now.totals.they}")

    def _numbered(self, rest: str) -> tuple[int, str]:
        word, _space, text = rest.partition(" ")
        if not (word.isascii() and word.isdigit() and len(word) <= 6):
            raise InputError(_("here comes the number of a deal, not {word!r}").format(word=word))
        return int(word), text.strip()

    def edit(self, rest: str) -> None:
        """`edit N DEAL`: put another deal in the place of deal N."""
        number, text = self._numbered(rest)
        self._take(self.history.change(number, text or input(_("deal {number} is now> ").format(number=number))))
        self._tell(number)

    def insert(self, rest: str) -> None:
        """`insert N DEAL`: put a deal in before deal N."""
        number, text = self._numbered(rest)
        self._take(self.history.insert(number, text))
        self._tell(number)

    def remove(self, rest: str) -> None:
        """`remove N`: take deal N out."""
        self._take(self.history.remove(self._numbered(rest)[0]))
        self._tell(len(self.history.deals))

    def honours(self, rest: str) -> None:
        """`honours N WHO POINTS`: honours claimed late for deal N."""
        number, text = self._numbered(rest)
        self.history.remove(number)  # refuses a number that there is not
        result = self.history.deals[number - 1].result
        self._take(self.history.honours(number, *parse_deal(f"{result} hon {text}").honours))
        self._tell(number)

    def undo(self, _rest: str) -> None:
        """Take the last edit back, or the end of play."""
        if self.sheet.stopped:
            self.sheet = replace(self.sheet, stopped=False)
            self._tell(len(self.history.deals))
            return
        self.history = self.history.undo()
        self._tell(len(self.history.deals))

    def redo(self, _rest: str) -> None:
        """Do the last undone edit again."""
        self.history = self.history.redo()
        self._tell(len(self.history.deals))

    def why(self, rest: str) -> None:
        """`why N`: the reason of figure N."""
        echo_text(why(self.played().sheet, self._numbered(rest)[0]), ascii_only=self.ascii_only)

    def show(self, _rest: str) -> None:
        """Print the sheet."""
        now = self.played()
        echo_text(sheet_text(now.sheet, ascii_only=self.ascii_only), ascii_only=self.ascii_only)
        for line in law_80_lines(now):
            echo_text(line, ascii_only=self.ascii_only)

    def stop(self, _rest: str) -> None:
        """Stop an unfinished rubber: the bonuses of Law 80 go on the sheet."""
        self.sheet = replace(self.sheet, stopped=True)
        self.saved = None
        self.show("")

    def save(self, rest: str) -> None:
        """`save FILE`: write the sheet as a file that reads back."""
        if not rest:
            raise InputError(_("save wants the name of a file"))
        write_whole(Path(rest), write_sheet(self.sheet.with_deals(self.history.deals)))
        self.saved = self.history
        click.echo(_("saved: {name}").format(name=rest))

    def load(self, rest: str) -> None:
        """`load FILE`: go on with a sheet that was saved; undo brings back the one before."""
        if not rest:
            raise InputError(_("load wants the name of a file"))
        read = read_file(Path(rest))
        play(read, self.form)
        self.sheet = read
        self.history = self.history.replaced(read.deals)
        self.saved = self.history
        self.show("")

    def help(self, _rest: str) -> None:
        """Tell what can be typed."""
        click.echo(
            _(
                "A deal: 2NT We +1, 4H W =, 5C They -2, pass; honours behind it: hon N 100.\n"
                "Else: edit N DEAL, insert N DEAL, remove N, honours N WHO POINTS, undo, redo, why N, sheet, stop, "
                "save FILE, load FILE, help, quit."
            )
        )
