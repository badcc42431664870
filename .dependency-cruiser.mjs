const OURS = '^(domain|contract|src|server|tests|bench)/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const only = (name, comment, from, allowed) =>
  rule(name, comment, { path: from }, { path: OURS, pathNot: allowed })
/** Types may cross, values may not. */
const byType = (path) => ({ path, dependencyTypesNot: ['type-only'] })

/** What may import what; scripts/lib/layers.mjs adds two checks. docs/architecture.md lists the same rules, and a test compares them. */
export default {
  forbidden: [
    rule(
      'no-circular',
      'No circle of imports by value.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),

    only('domain-stands-alone', 'The domain imports nothing of ours.', '^domain/', '^domain/'),
    rule(
      'domain-is-pure',
      'The domain uses no package but dayjs and nothing of Node.js.',
      { path: '^domain/' },
      { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/dayjs/' },
    ),
    only(
      'contract-imports-domain',
      'The contract is what both sides promise; it imports the domain alone.',
      '^contract/',
      '^(domain|contract)/',
    ),
    only(
      'client-does-not-know-the-server',
      'The client knows the server by its contract.',
      '^src/',
      '^(domain|contract|src)/',
    ),
    only(
      'server-does-not-know-the-client',
      'The server knows the client by its contract.',
      '^server/',
      '^(domain|contract|server)/',
    ),

    rule(
      'machines-are-pure',
      'Machines import no other folder of the client, not even by type: what they ask for stands in their ports.',
      { path: '^src/machines/' },
      { path: '^src/', pathNot: '^src/machines/' },
    ),
    rule(
      'machines-use-xstate-alone',
      'Machines use no package but XState.',
      { path: '^src/machines/', pathNot: '^src/machines/kit/port\\.ts$' },
      { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/xstate/' },
    ),
    rule(
      'services-and-streams-know-ports',
      'Services and streams know a machine by the types of its ports.',
      { path: '^src/(services|streams)/' },
      { path: '^src/machines/', pathNot: '^src/machines/([^/]+/[^/]+\\.ports|kit/[^/]+)\\.ts$' },
    ),
    rule(
      'services-and-streams-know-machines-by-type',
      'Services and streams take types from machines, never values.',
      { path: '^src/(services|streams)/' },
      byType('^src/machines/'),
    ),
    rule(
      'streams-know-services-by-type',
      'Streams are given the services they need and know them by type.',
      { path: '^src/streams/' },
      byType('^src/services/'),
    ),
    ...[
      ['services', 'views|texts|streams'],
      ['streams', 'views|texts'],
    ].map(([from, to]) =>
      rule(
        'services-and-streams-serve-machines',
        'Services and streams know neither views nor texts; services know no stream.',
        { path: `^src/${from}/` },
        { path: `^src/(${to})/` },
      ),
    ),
    rule(
      'workers-carry-no-error-table',
      'Nothing that a worker loads leads to the table of errors; the one of the lab runs machines.',
      { path: '\\.worker\\.ts$', pathNot: '^src/lab/' },
      { path: '^contract/errors\\.ts$', reachable: true },
    ),
    rule(
      'texts-hold-sentences',
      'Texts import the contract and the domain alone.',
      { path: '^src/texts/' },
      { path: '^src/', pathNot: '^src/texts/' },
    ),
    rule(
      'views-know-services-and-streams-by-type',
      'Views select and send; what does I/O is handed to them.',
      { path: '^src/views/' },
      byType('^src/(services|streams)/'),
    ),
    ...['^src/views/([^/]+)/', '^src/views/[^/]+$'].map((from) =>
      rule(
        'views-meet-at-an-index',
        "A feature's views import another's only through its index.ts, or load a screen of it.",
        { path: from },
        {
          path: '^src/views/[^/]+/',
          pathNot: `^src/views/(${from.includes('(') ? '$1|' : ''}kit)/|^src/views/[^/]+/index\\.tsx?$`,
          dependencyTypesNot: ['dynamic-import'],
        },
      ),
    ),
    only(
      'lab-runs-machines-alone',
      'The lab runs machines, silenced as for a replay, and nothing that surrounds them.',
      '^src/lab/',
      '^(domain|contract|src/(lab|machines|services/recorder))/',
    ),
    rule(
      'lab-is-not-for-everybody',
      "Nothing of the client but the lab's own screens and page imports the lab.",
      { path: '^src/', pathNot: '^src/((lab|views/lab)/|screen\\.tsx$)' },
      { path: '^src/lab/' },
    ),
    only(
      'the-map-director-shows-machines',
      'The map director shows on a map what machines say; it imports machines, map and other services, and texts.',
      '^src/map-director/',
      '^(domain|contract|src/(machines|map-director|services|texts))/',
    ),
    rule(
      'wiring-is-the-end',
      'Only main.tsx and screen.tsx, the pages, import the wiring.',
      { path: '^src/', pathNot: '^src/((main|screen)\\.tsx$|wiring/)' },
      { path: '^src/(wiring/|(main|screen)\\.)' },
    ),
    rule(
      'map-packages-stay-in-the-map',
      'Map libraries are used by the map services.',
      { pathNot: '^(src/services/map/|tests/|bench/)' },
      byType('node_modules/(maplibre-gl|pmtiles|supercluster)/'),
    ),

    rule(
      'routes-ask-services',
      'Routes validate and ask services; they know repositories and the database by type.',
      { path: '\\.routes\\.ts$' },
      byType('\\.repository\\.ts$|^server/db/'),
    ),
    rule(
      'routes-are-mounted',
      'Only what mounts routes imports them: api.ts, app.ts and backend.ts.',
      { path: '^server/', pathNot: '^server/(api|app|backend)\\.ts$' },
      { path: '\\.routes\\.ts$' },
    ),
    rule(
      'repositories-ask-the-database',
      'Repositories, the database and the stored tracks know no service by value.',
      { path: '^server/.*\\.repository\\.ts$|^server/(db|track)/', pathNot: '^server/simulator/' },
      byType('\\.service\\.ts$|^server/simulator/'),
    ),
    rule(
      'programs-are-the-end',
      'What makes a process of the parts is imported by programs and commands alone.',
      { path: '^server/[^/]+/', pathNot: '^server/commands/' },
      byType('^server/(api|app|backend|lifecycle|main)\\.ts$'),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
