/** A fleet of the demo and the number of trucks at each depot. */
export type CompanyPlan = {
  readonly name: string
  readonly trucks: number
  readonly depots: readonly DepotPlan[]
  /** Share of heavy-duty trucks. */
  readonly heavyShare: number
}

/** A depot's town on the road network, the registration district of its trucks, and its region. */
export type DepotPlan = { readonly town: string; readonly district: string; readonly region: string }

/** The demo's companies, largest first. Their names are fictional. */
export const COMPANY_PLANS: readonly CompanyPlan[] = [
  {
    name: 'Varunika Roadlines',
    trucks: 260,
    heavyShare: 0.72,
    depots: [
      { town: 'Chennai', district: 'TN 01', region: 'South' },
      { town: 'Bengaluru', district: 'KA 51', region: 'South' },
      { town: 'Pune', district: 'MH 12', region: 'West' },
      { town: 'Ahmedabad', district: 'GJ 01', region: 'West' },
      { town: 'Delhi', district: 'DL 1L', region: 'North' },
      { town: 'Kanpur', district: 'UP 78', region: 'North' },
      { town: 'Kolkata', district: 'WB 19', region: 'East' },
      { town: 'Nagpur', district: 'MH 31', region: 'Central' },
    ],
  },
  {
    name: 'Nallamala Bulk Movers',
    trucks: 40,
    heavyShare: 0.9,
    depots: [
      { town: 'Hyderabad', district: 'TS 09', region: 'Deccan' },
      { town: 'Vijayawada', district: 'AP 16', region: 'Coast' },
    ],
  },
  {
    name: 'Tamra Cold Chain',
    trucks: 12,
    heavyShare: 0.35,
    depots: [{ town: 'Vadodara', district: 'GJ 06', region: 'Gujarat' }],
  },
]

/** A truck model; tanks in litres. The names are fictional. */
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
