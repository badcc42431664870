import { FENCE, normalizedRing } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'
import { roundDegrees } from '#domain/rounding.ts'
import type { FenceFile, FoundFence } from '#src/machines/geofences/fence-import.ports.ts'
import { readGeoJsonShapes } from './fence-geojson.ts'
import { readXmlShapes } from './fence-xml.ts'
import type { FoundShape } from './found-shape.ts'

/** Our limits of a file of fences: MB, and shapes that are taken. */
const FILE = { mostMb: 2, mostShapes: 300 } as const
const BYTES_PER_MB = 1024 * 1024

const NOTHING: FenceFile = { fences: [], left: 0, problem: null }

const isClosed = (corners: readonly LngLat[]): boolean => {
  const [first, last] = [corners[0], corners.at(-1)]
  return corners.length > FENCE.minCorners && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

const outlineOf = (corners: readonly LngLat[]): LngLat[] =>
  normalizedRing(corners.map(([longitude, latitude]) => ({ latitude, longitude }))).map(
    ({ latitude, longitude }): LngLat => [longitude, latitude],
  )

/** The shape with its name, or null where it encloses nothing. */
const fenceOf = (found: FoundShape, name: string): FoundFence | null => {
  switch (found.kind) {
    case 'circle': {
      const { centre, radius } = found
      const radiusM = Number(radius)
      const hasRadius = Number.isFinite(radiusM) && radiusM > 0
      const [lng, lat] = centre
      if (!Number.isFinite(lng) || !Number.isFinite(lat)) return null
      const shape = {
        kind: 'circle',
        centre: [roundDegrees(lng), roundDegrees(lat)],
        radiusM: hasRadius ? radiusM : FENCE.radiusM.least,
      } as const
      return { name, shape, hasRadius, hasHoles: false }
    }
    case 'polygon':
    case 'line': {
      const isOutline = found.kind === 'polygon' || isClosed(found.corners)
      if (!isOutline || !found.corners.flat().every(Number.isFinite)) return null
      const shape = { kind: 'polygon', corners: outlineOf(found.corners) } as const
      return { name, shape, hasRadius: false, hasHoles: found.kind === 'polygon' && found.hasHoles }
    }
    case 'other':
      return null
  }
}

/** Names as they are in the file, cut to their longest; the same name again gets a number. */
const namer = (fileName: string) => {
  const used = new Set<string>()
  const bare = fileName.replace(/\.[^.]*$/, '')
  return (given: unknown): string => {
    const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
    const base = (text === '' ? bare : text).slice(0, FENCE.maxNameLength)
    let name = base
    for (let count = 2; used.has(name.toLowerCase()); count += 1) {
      const number = ` ${count}`
      name = `${base.slice(0, FENCE.maxNameLength - number.length)}${number}`
    }
    used.add(name.toLowerCase())
    return name
  }
}

const shapesOf = (text: string) => {
  if (text.startsWith('<')) return readXmlShapes(text)
  try {
    return readGeoJsonShapes(text)
  } catch {
    return null
  }
}

/** The shapes of a KML, GPX or GeoJSON file that can be fences. */
export const readFences = async (file: File, fileName: string): Promise<FenceFile> => {
  if (file.size > FILE.mostMb * BYTES_PER_MB)
    return { ...NOTHING, problem: { kind: 'tooLarge', mostMb: FILE.mostMb } }
  const shapes = shapesOf((await file.text()).trim())
  if (shapes === null) return { ...NOTHING, problem: { kind: 'unreadable' } }
  const nameOf = namer(fileName)
  const fences = shapes.flatMap((shape) => {
    const fence = fenceOf(shape, '')
    return fence === null ? [] : [{ ...fence, name: nameOf(shape.name) }]
  })
  const taken = fences.slice(0, FILE.mostShapes)
  return {
    fences: taken,
    left: shapes.length - taken.length,
    problem: taken.length === 0 ? { kind: 'empty' } : null,
  }
}
