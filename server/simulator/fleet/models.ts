/** A kind of truck; tanks in litres. The names are ours. */
export type Model = {
  readonly name: string
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number
  readonly adblueTankLitres: number
}

const model = (
  name: string,
  segment: Model['segment'],
  fuelTankLitres: number,
  adblueTankLitres: number,
): Model => ({
  name,
  segment,
  fuelTankLitres,
  adblueTankLitres,
})

export const MODELS: Readonly<Record<Model['segment'], readonly Model[]>> = {
  HDT: [
    model('Heavy 55 tractor 6x4', 'HDT', 450, 60),
    model('Heavy 46 tractor 4x2', 'HDT', 400, 50),
    model('Heavy 42 rigid 10x2', 'HDT', 380, 50),
    model('Heavy 28 rigid 6x2', 'HDT', 365, 45),
    model('Heavy 28 tipper 6x4', 'HDT', 300, 45),
  ],
  MDT: [
    model('Medium 18 rigid 4x2', 'MDT', 220, 30),
    model('Medium 14 rigid 4x2', 'MDT', 190, 25),
    model('Medium 12 reefer 4x2', 'MDT', 190, 25),
  ],
}
