/** Units in the specification's spelling: of distances and speeds (CST-06), and of odometers and the speeds at a marker (CST-08). */
export const UNIT = { distance: 'kms', speed: 'kmph', odometer: 'KMS', markerSpeed: 'KMPH' } as const
