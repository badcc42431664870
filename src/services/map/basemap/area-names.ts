type AreaKind = 'state' | 'country' | 'sea'
type NamedPoint = readonly [name: string, lng: number, lat: number]

const STATES: readonly NamedPoint[] = [
  ['Ladakh', 77.4, 34.4],
  ['Jammu and Kashmir', 75.2, 33.1],
  ['Himachal Pradesh', 77.3, 31.85],
  ['Punjab', 75.4, 30.9],
  ['Uttarakhand', 79.3, 30.1],
  ['Haryana', 76.2, 29.2],
  ['Rajasthan', 73.5, 26.6],
  ['Uttar Pradesh', 80.6, 27.2],
  ['Bihar', 85.6, 25.7],
  ['Sikkim', 88.45, 27.6],
  ['Arunachal Pradesh', 94.6, 28.2],
  ['Assam', 92.8, 26.35],
  ['Nagaland', 94.5, 26.1],
  ['Manipur', 93.85, 24.75],
  ['Mizoram', 92.85, 23.3],
  ['Tripura', 91.7, 23.75],
  ['Meghalaya', 91.2, 25.45],
  ['West Bengal', 87.9, 23.2],
  ['Jharkhand', 85.3, 23.6],
  ['Odisha', 84.4, 20.6],
  ['Chhattisgarh', 82, 21.6],
  ['Madhya Pradesh', 78.4, 23.6],
  ['Gujarat', 71.6, 22.7],
  ['Maharashtra', 76, 19.6],
  ['Goa', 74.08, 15.35],
  ['Telangana', 79.2, 17.8],
  ['Andhra Pradesh', 78.9, 15.2],
  ['Karnataka', 76, 14.2],
  ['Kerala', 76.55, 10.35],
  ['Tamil Nadu', 78.5, 11],
  ['Andaman and Nicobar Islands', 93.4, 11],
  ['Lakshadweep', 72.7, 10.9],
]

const COUNTRIES: readonly NamedPoint[] = [
  ['Pakistan', 68.6, 29],
  ['Nepal', 83.9, 28.4],
  ['Bhutan', 90.45, 27.4],
  ['Bangladesh', 90.2, 24.2],
  ['Sri Lanka', 80.7, 7.6],
  ['Myanmar', 96, 21.2],
  ['China', 88.5, 34.2],
  ['Afghanistan', 66.2, 33.8],
  ['Iran', 60, 31],
  ['Thailand', 100.8, 16.2],
]

const SEAS: readonly NamedPoint[] = [
  ['Arabian Sea', 66.5, 16.5],
  ['Bay of Bengal', 88.3, 15.2],
  ['Indian Ocean', 78.5, 3.2],
  ['Andaman Sea', 96.3, 10.6],
  ['Gulf of Mannar', 78.9, 8.4],
]

const features = (kind: AreaKind, points: readonly NamedPoint[]) =>
  points.map(([name, lng, lat]) => ({
    type: 'Feature' as const,
    properties: { kind, name },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  }))

/** Label positions of states, neighbouring countries and seas. */
export const areaNames = () => ({
  type: 'FeatureCollection' as const,
  features: [...features('state', STATES), ...features('country', COUNTRIES), ...features('sea', SEAS)],
})
