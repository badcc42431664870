const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(contract|src|server|tests|bench)/', pathNot: allowed },
})

/** Who may import whom. Types alone may cross where `type-only` says so. */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only(
      'contract-imports-nothing-of-ours',
      '^contract/',
      '^contract/',
      'The contract is what both sides promise; it stands alone.',
    ),
    only(
      'client-does-not-know-the-server',
      '^src/',
      '^(contract|src)/',
      'The client knows the server by its contract only.',
    ),
    only(
      'server-does-not-know-the-client',
      '^server/',
      '^(contract|server)/',
      'The server knows the client by its contract only.',
    ),
    {
      name: 'machines-are-pure',
      comment:
        'Machines hold modes: no adapters, streams, views or browser packages. They may name services by type.',
      severity: 'error',
      from: { path: '^src/machines/' },
      to: { path: '^src/(services|streams|views|wiring|main)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'machines-use-xstate-alone',
      severity: 'error',
      from: { path: '^src/machines/', pathNot: '^src/machines/kit/port\\.ts$' },
      to: { path: 'node_modules/(rxjs|react|react-dom|@xstate/react|ky|wouter|maplibre-gl|pako)/' },
    },
    {
      name: 'streams-know-services-by-type',
      severity: 'error',
      from: { path: '^src/streams/' },
      to: {
        path: '^src/(machines|services|views|wiring|main)',
        dependencyTypesNot: ['type-only'],
        pathNot: '\\.logic\\.ts$',
      },
    },
    {
      name: 'services-do-not-know-views',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { path: '^src/(views|wiring|main)' },
    },
    {
      name: 'views-know-services-and-streams-by-type',
      severity: 'error',
      from: { path: '^src/views/' },
      to: { path: '^src/(services|streams|wiring|main)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'views-know-features-by-their-index',
      comment:
        'A feature shows another feature what its index.ts exports. Lazy screens load by their own path.',
      severity: 'error',
      from: { path: '^src/views/(?:([^/]+)/|[^/]+$)' },
      to: {
        path: '^src/views/[^/]+/',
        pathNot: ['^src/views/$1/', '^src/views/kit/', '/index\\.ts$'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'wiring-is-the-end',
      comment: 'Only main.tsx imports the wiring.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.tsx$' },
      to: { path: '^src/(wiring|main)\\.' },
    },
    {
      name: 'map-packages-stay-in-the-map',
      severity: 'error',
      from: { pathNot: '^(src/services/map/|tests/|bench/)' },
      to: { path: 'node_modules/(maplibre-gl|pmtiles|supercluster)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-ask-services',
      comment: 'Routes validate, services decide, repositories ask the database.',
      severity: 'error',
      from: { path: '^server/routes/' },
      to: { path: '^server/(db|repositories)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-know-no-routes',
      severity: 'error',
      from: { path: '^server/(repositories|db|track)/' },
      to: { path: '^server/(routes|app|main|simulator)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
