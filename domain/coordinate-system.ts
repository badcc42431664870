/** Names of systems of longitude and latitude in degrees that differ by less than a fence can tell. */
const IN_DEGREES = /(^|[:/])(CRS84h?|4326|4979|4258|4269)$|^(GEOGCR?S\["(GCS_)?)?WGS[ _]?(19)?84/i
const NAMES = ['latestWkid', 'wkid', 'wkt', 'name', 'properties', 'href']
const DEEPEST = 4
const LONGEST = 60

const nameOf = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim()
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return undefined
  const parts = value as Readonly<Record<string, unknown>>
  return NAMES.map((name) => nameOf(parts[name], depth + 1)).find((name) => name !== undefined)
}

/**
 * The name of the coordinate system that a GeoJSON or ArcGIS object names in `crs` or `spatialReference`, where it is another one than
 * longitude and latitude in degrees; undefined where it is that one or none is named.
 */
export const otherCoordinateSystem = (holder: Readonly<Record<string, unknown>>): string | undefined => {
  const name = nameOf(holder['crs'] ?? holder['spatialReference'])
  return name === undefined || IN_DEGREES.test(name) ? undefined : name.slice(0, LONGEST)
}
