/**
 * Mutants that change nothing that anybody could notice, so that no test can: `[title, why]`, with the title as the report
 * prints it, without its line.
 */
export const EQUIVALENT = [
  [
    "src/machines/app/app.logic.ts condition negated: `visitor.uiType === 'beta'` → `!(visitor.uiType === 'beta')`",
    'until the dashboard is built both lead to the map',
  ],
  [
    'src/streams/live.stream.ts operator changed: `>` → `>=`',
    'a fix of the newest time was filtered out before',
  ],
  [
    'src/machines/app/app.setup.ts property removed: `, input: {}`',
    'the profile is requested without an input; the compiler does not know that',
  ],
  [
    'src/machines/support/support-view.machine.ts property removed: `, input: {}`',
    'the companies are requested without an input; the compiler does not know that',
  ],
  [
    "src/map-director/plot-director.ts string emptied: `'OTHER'` → `''`",
    'the store holds known statuses alone; the compiler does not know that',
  ],
  [
    'server/live-share/arrivals.ts statement removed: `timer.unref()`',
    'every end of the server stops the watch, which clears the timer',
  ],
  [
    'server/alerts/alert-settings.repository.ts condition negated: `a < b` → `!(a < b)`',
    'any order will do, as long as it is one for all',
  ],
  [
    'server/rules/fence-shape.ts boolean flipped: `false` → `true`',
    'no outline is empty; the compiler does not know that',
  ],
  [
    'server/dashboard/functions.routes.ts entry removed: `null,`',
    'every function has a part; the compiler does not know that',
  ],
  [
    "server/figures/figures.service.ts string emptied: `'hours'` → `''`",
    'the names of kinds of questions have only to differ',
  ],
  ["src/lab/state-graph.ts string emptied: `'walk'` → `''`", 'no machine reads the id of its session'],
]
