import { texts } from '../texts.ts'
export const GATEWAY_TEXT = texts('gateway.page', {
  title: 'Gateway',
  lead: 'A Traccar server of yours forwards what its trackers report. It needs a key, which opens your company alone; its devices then report for your vehicles.',
  reload: 'Reload',
})

export const GATEWAY_KEY = texts('gateway.key', {
  title: 'Key',
  none: 'There is no key. Make one to connect a Traccar server.',
  madeAt: 'There is a key, made on {at}. It cannot be shown again.',
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
})

export const GATEWAY_ASK = texts('gateway.ask', {
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
})

export const GATEWAY_DEVICES = texts('gateway.devices', {
  pending: 'Pending devices',
  pendingLead:
    'They have reported and no vehicle has them. Their positions are not kept until you accept them.',
  nonePending: 'No device waits to be accepted.',
  accepted: 'Accepted devices',
  noneAccepted:
    'No device was accepted yet. Devices whose id is the IMEI or the registration of a vehicle report for it without that.',
  seen: '{positions, plural, one {# position} other {# positions}}, last seen {at}',
  at: 'at {place}',
  noPlace: 'no position known',
  accept: 'Accept',
  acceptNamed: 'Accept {id}',
  move: 'Move',
  moveNamed: 'Move {id}',
  release: 'Release',
  releaseNamed: 'Release {id}',
})

export const GATEWAY_CHOICE = texts('gateway.choice', {
  accept: 'Accept {id}',
  move: 'Move {id}',
  acceptText: 'From now on it reports for the vehicle that you choose.',
  moveText: 'From now on it reports for another vehicle. What it has sent stays with the former one.',
  vehicle: 'Vehicle',
  vehicleHint: 'Search by registration, or enter a new one to add that vehicle.',
  isNew: 'There is no vehicle {registration} yet.',
  add: 'Add vehicle and accept',
  submitAccept: 'Accept',
  submitMove: 'Move',
})
