"""The style sheet of the pages: plain, dark ink on white, A4 in print, no sideways scroll on a narrow phone."""

from __future__ import annotations

__all__ = ["STYLE"]

STYLE = """\
:root { --ink: #1a1a1a; --soft: #555; --line: #c8c8c8; --band: #f4f4f1; --red: #c40000; --link: #1f3fbf; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 78rem; padding: 1rem; color: var(--ink); background: #fff;
  font: 1rem/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, .box:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header { border-bottom: 3px solid var(--ink); margin-bottom: 1rem; padding-bottom: .5rem; }
header p { margin: 0; color: var(--soft); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 1.25rem 0 .4rem; }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; }
.lead { margin: 0 0 1rem; }
.lists { display: grid; gap: 0 2rem; grid-template-columns: minmax(0, 1fr); }
.box { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .3rem .45rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
tbody th { font-weight: 400; }
thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; white-space: normal; }
th.l, td.l { text-align: left; }
th.n, td.n { text-align: left; white-space: normal; }
tbody tr:nth-child(even) { background: var(--band); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.red { color: var(--red); }
.badges { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: .5rem 0 1rem; }
.badges li { border: 1px solid var(--ink); border-radius: .3rem; padding: .1rem .5rem; }
.badges .vul { background: #b00020; border-color: #b00020; color: #fff; }
.boards, .turn { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .4rem 0; }
.boards a, .turn a { display: block; min-width: 2.75rem; padding: .45rem .5rem; text-align: center;
  border: 1px solid var(--line); border-radius: .3rem; text-decoration: none; }
.boards a:hover, .turn a:hover { border-color: var(--link); }
figure { margin: 1.25rem 0; }
figure svg { display: block; width: 100%; max-width: 30rem; height: auto; }
figcaption { color: var(--soft); }
footer { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: .5rem; color: var(--soft);
  font-size: .9rem; }
footer p { margin: .2rem 0; }
@media (min-width: 64rem) { .two { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .side { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: 0 2rem; align-items: start; }
  .side figure { margin-top: 0; } }
@media (max-width: 30rem) { body { padding: .6rem; } h1 { font-size: 1.35rem; }
  th, td { padding: .3rem .25rem; } table { font-size: .92rem; } .x { display: none; } }
@page { size: A4; margin: 14mm 12mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  a { color: inherit; text-decoration: none; }
  nav { display: none; }
  .two { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 8mm; }
  .side { display: block; }
  .box { overflow: visible; }
  table { font-size: 8.5pt; }
  th, td { padding: .5mm .8mm; }
  tr, figure { break-inside: avoid; }
  tbody tr:nth-child(even) { background: none; }
  .badges .vul { color: #000; background: none; border: 2pt solid #000; font-weight: 700; }
  figure { margin: 3mm 0; }
  figure svg { max-width: 9cm; }
  footer { margin-top: 3mm; font-size: 8.5pt; }
}
"""
