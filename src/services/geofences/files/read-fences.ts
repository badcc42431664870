import { FENCE } from '#domain/fence-limits.ts'
import { normalizedRing } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'
import { isRoadless } from '#domain/roadless.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { decodedText } from '#domain/text-encoding.ts'
import type { FenceFile, FoundFence, LeftOut } from '#src/machines/geofences/fence-import.ports.ts'
import { readGeoJsonShapes } from './fence-geojson.ts'
import { readXmlShapes } from './fence-xml.ts'
import type { FoundShape, ReadShapes } from './found-shape.ts'

/** Our limits of a file of fences: MB, and shapes that are taken. */
const FILE = { mostMb: 2, mostShapes: 300 } as const
const BYTES_PER_MB = 1024 * 1024

/** Begins each record of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = '\u001e'

const NOTHING: FenceFile = { fences: [], left: [], problem: null }

const isClosed = (corners: readonly LngLat[]): boolean => {
  const [first, last] = [corners[0], corners.at(-1)]
  return corners.length > FENCE.minCorners && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

const outlineOf = (corners: readonly LngLat[]): LngLat[] =>
  normalizedRing(corners.map(([longitude, latitude]) => ({ latitude, longitude }))).map(
    ({ latitude, longitude }): LngLat => [longitude, latitude],
  )

const isOutside = ([lng, lat]: LngLat): boolean => Math.abs(lng) > 180 || Math.abs(lat) > 90

/** Longitudes from 0 to 360, as some programs count them, where all lie beyond 180. */
const countedOn = (places: readonly LngLat[]): readonly LngLat[] =>
  places.every(([lng]) => lng > 180 && lng <= 360)
    ? places.map(([lng, lat]): LngLat => [lng - 360, lat])
    : places

/** Why places can be no fence; undefined where they can. */
const placeFault = (places: readonly LngLat[]): LeftOut['why'] | undefined => {
  if (!places.flat().every(Number.isFinite)) return 'unreadable'
  if (places.length === 0) return 'noPlace'
  const most = places.reduce((so, [lng]) => Math.max(so, lng), Number.NEGATIVE_INFINITY)
  const least = places.reduce((so, [lng]) => Math.min(so, lng), Number.POSITIVE_INFINITY)
  if (places.every(([lng, lat]) => isRoadless(lat) && !isRoadless(lng) && Math.abs(lat) <= 180))
    return 'swapped'
  if (most - least > 180 && most <= 360 && least >= -360 && places.every(([, lat]) => Math.abs(lat) <= 90))
    return 'antimeridian'
  return places.some(isOutside) ? 'outside' : undefined
}

/** The shape without its name, or why it can be no fence. */
const fenceOf = (found: FoundShape): FoundFence | LeftOut['why'] => {
  switch (found.kind) {
    case 'circle': {
      const { radius } = found
      const radiusM = Number(radius)
      const hasRadius = Number.isFinite(radiusM) && radiusM > 0
      const [centre = found.centre] = countedOn([found.centre])
      const shape = {
        kind: 'circle',
        centre: [roundDegrees(centre[0]), roundDegrees(centre[1])],
        radiusM: hasRadius ? radiusM : FENCE.radiusM.least,
      } as const
      return placeFault([centre]) ?? { name: '', shape, hasRadius, hasHoles: false }
    }
    case 'polygon':
    case 'line': {
      const places = countedOn(found.corners)
      const isOutline = found.kind === 'polygon' || isClosed(places)
      const shape = { kind: 'polygon', corners: outlineOf(places) } as const
      const hasHoles = found.kind === 'polygon' && found.hasHoles
      const fault = placeFault(places) ?? (isOutline ? undefined : 'open')
      return fault ?? { name: '', shape, hasRadius: false, hasHoles }
    }
    default:
      return found.kind
  }
}

/** Names as they are in the file, however long; the same name again gets a number. */
const namer = (fileName: string) => {
  const used = new Set<string>()
  const bare = fileName.replace(/\.[^.]*$/, '')
  return (given: unknown): string => {
    const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
    const base = text === '' ? bare : text
    let name = base
    for (let count = 2; used.has(name.toLowerCase()); count += 1) name = `${base} ${count}`
    used.add(name.toLowerCase())
    return name
  }
}

const shapesOf = (text: string): ReadShapes => {
  if (text.startsWith('<')) return readXmlShapes(text)
  try {
    return readGeoJsonShapes(text)
  } catch {
    return text.startsWith('{') ? { kind: 'broken', line: null } : null
  }
}

const counted = (reasons: readonly LeftOut['why'][]): readonly LeftOut[] =>
  [...new Set(reasons)].map((why) => ({ why, count: reasons.filter((each) => each === why).length }))

/** The shapes of a KML, GPX, GeoJSON or ArcGIS file that can be fences; what can be none is counted by its reason. */
export const readFences = async (file: File, fileName: string): Promise<FenceFile> => {
  if (file.size > FILE.mostMb * BYTES_PER_MB)
    return { ...NOTHING, problem: { kind: 'tooLarge', mostMb: FILE.mostMb } }
  const shapes = shapesOf(
    decodedText(new Uint8Array(await file.arrayBuffer()))
      .replaceAll(RECORD_SEPARATOR, '')
      .trim(),
  )
  if (shapes === null) return { ...NOTHING, problem: { kind: 'unreadable' } }
  if ('kind' in shapes) return { ...NOTHING, problem: shapes }
  const nameOf = namer(fileName)
  const fences: FoundFence[] = []
  const left: LeftOut['why'][] = []
  for (const found of shapes) {
    const fence = fenceOf(found)
    if (typeof fence === 'string') left.push(fence)
    else if (fences.length === FILE.mostShapes) left.push('tooMany')
    else fences.push({ ...fence, name: nameOf(found.name) })
  }
  return { fences, left: counted(left), problem: fences.length === 0 ? { kind: 'empty' } : null }
}
