const number = (value: number): string => value.toLocaleString('en-IN')

export const GATEWAY_TEXT = {
  title: 'Gateway',
  lead: 'A Traccar server of yours forwards what its trackers report. It needs a key, which opens your company alone; its devices then report for your vehicles.',
  reload: 'Reload',
} as const

export const GATEWAY_KEY = {
  title: 'Key',
  none: 'There is no key. Make one to connect a Traccar server.',
  madeAt: (at: string) => `There is a key, made on ${at}. It cannot be shown again.`,
  make: 'Make a key',
  replace: 'Replace the key',
  revoke: 'Revoke the key',
  made: 'Your key, shown only now',
  madeText: 'Copy it, or the lines for traccar.xml, before you leave this page. Keep it secret.',
  key: 'Key',
  address: 'Address',
  onlyHere:
    'Only this machine reaches this address. For a Traccar server on another one, start Roadbook with HOST or PUBLIC_URL set.',
  settings: 'For traccar.xml',
  copyKey: 'Copy key',
  copySettings: 'Copy lines',
  copied: 'Copied',
  copyByHand: 'The browser does not allow copying. Select the text and copy it.',
  hide: 'I have copied it',
} as const

export const GATEWAY_ASK = {
  makeKey: {
    title: 'Replace the key?',
    text: 'The old key ends at once: positions are refused until the new one is in traccar.xml.',
    confirm: 'Replace',
  },
  revokeKey: {
    title: 'Revoke the key?',
    text: 'The key ends at once, and positions of the gateway are refused. Its devices stay as they are.',
    confirm: 'Revoke',
  },
  release: {
    title: 'Release the device?',
    text: 'It no longer reports for its vehicle and waits to be accepted again. What it has sent stays with the vehicle.',
    confirm: 'Release',
  },
} as const

export const GATEWAY_DEVICES = {
  pending: 'Pending devices',
  pendingLead:
    'They have reported and no vehicle has them. Their positions are not kept until you accept them.',
  nonePending: 'No device waits to be accepted.',
  accepted: 'Accepted devices',
  noneAccepted:
    'No device was accepted yet. Devices whose id is the IMEI or the registration of a vehicle report for it without that.',
  seen: (positions: number, at: string) =>
    `${number(positions)} ${positions === 1 ? 'position' : 'positions'}, last seen ${at}`,
  at: (place: string) => `at ${place}`,
  noPlace: 'no position known',
  accept: 'Accept',
  acceptNamed: (id: string) => `Accept ${id}`,
  move: 'Move',
  moveNamed: (id: string) => `Move ${id}`,
  release: 'Release',
  releaseNamed: (id: string) => `Release ${id}`,
} as const

export const GATEWAY_CHOICE = {
  accept: (id: string) => `Accept ${id}`,
  move: (id: string) => `Move ${id}`,
  acceptText: 'From now on it reports for the vehicle that you choose.',
  moveText: 'From now on it reports for another vehicle. What it has sent stays with the former one.',
  vehicle: 'Vehicle',
  vehicleHint: 'Search by registration, or enter a new one to add that vehicle.',
  isNew: (registration: string) => `There is no vehicle ${registration} yet.`,
  add: 'Add vehicle and accept',
  submitAccept: 'Accept',
  submitMove: 'Move',
} as const
