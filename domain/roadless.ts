/** The latitudes between which all roads are: the North Cape lies at 71.2°, Tierra del Fuego at -55. */
const ROADS = { north: 72, south: -56 } as const

/** Whether no road is at this latitude, in degrees. */
export const isRoadless = (lat: number): boolean => lat > ROADS.north || lat < ROADS.south
