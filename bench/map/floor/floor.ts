import 'maplibre-gl/dist/maplibre-gl.css'
import { createParser } from 'eventsource-parser'
import {
  addProtocol,
  type GeoJSONSource,
  type GeoJSONSourceDiff,
  Map as MapLibreMap,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import { basemapStyle } from '#src/services/map/basemap/basemap-style.ts'
import { basemapUrls, FONT_URLS } from '#src/services/map/basemap/bundled-urls.ts'

/** Set by the bench: how to call the server, and which route to play, if any. */
type Given = {
  readonly headers: Readonly<Record<string, string>>
  /** Of a page for the fleet: once a second or at each batch, clustered or plain. */
  readonly which: string
  /** The style of the basemap, if not the product's. */
  readonly styleUrl: string | null
  readonly play: { readonly vehicleId: number; readonly fromDate: string; readonly toDate: string } | null
}
declare global {
  interface Window {
    given: Given
    floor: { map: MapLibreMap; painted: boolean; play(): void }
  }
}

const { headers, play, which, styleUrl } = window.given
const API = '/api/v2/onlinefleetmngmt/dicv'
const COLOURS = ['#1f9d55', '#e8a013', '#d83a3a', '#7d8894', '#b9c1c8']

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)
const map = new MapLibreMap({
  container: 'map',
  style:
    styleUrl ??
    basemapStyle({
      ...{ theme: 'light', base: 'street', roadDetail: 'overview', widthPx: innerWidth },
      urls: {
        ...basemapUrls(),
        satelliteTiles: '',
        fonts: FONT_URLS,
      },
    }),
  ...{ center: [79.09, 21.15], zoom: 4.7, renderWorldCopies: false, fadeDuration: 150 },
})
const floor = { map, painted: false, play: () => {} }
window.floor = floor
const styled = new Promise<void>((resolve) => map.once('style.load', () => resolve()))

const answer = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const reply = await fetch(`${API}/${path}`, { ...init, headers })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return reply.json()
}

const sourceOf = (id: string): GeoJSONSource => {
  const source = map.getSource<GeoJSONSource>(id)
  if (source === undefined) throw new Error(`There is no source ${id}.`)
  return source
}

type Row = { vehicleId: number; longitude: number; latitude: number; vehicleStatus: string }
type Update = NonNullable<GeoJSONSourceDiff['update']>[number]
type Columns = Readonly<Record<'vehicleId' | 'lng' | 'lat' | 'status', readonly number[]>>

/** The fleet as one source: changes are applied by `updateData`. */
const showFleet = async () => {
  const [{ vehicles }] = await Promise.all([answer<{ vehicles: Row[] }>('fleetmaptracking/vehicles'), styled])
  const features = vehicles.map(({ vehicleId, longitude, latitude, vehicleStatus }) => ({
    type: 'Feature' as const,
    id: vehicleId,
    properties: { id: vehicleId, status: (VEHICLE_STATUSES as readonly string[]).indexOf(vehicleStatus) },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }))
  map.addSource('fleet', {
    ...{ type: 'geojson', cluster: which !== 'points', clusterRadius: 50 },
    data: { type: 'FeatureCollection', features },
  })
  map.addLayer({
    ...{ id: 'clusters', type: 'circle', source: 'fleet', filter: ['has', 'point_count'] },
    paint: { 'circle-radius': 18, 'circle-color': '#1a56c4' },
  })
  map.addLayer({
    ...{ id: 'counts', type: 'symbol', source: 'fleet', filter: ['has', 'point_count'] },
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': ['Barlow SemiBold'],
      'text-size': 12,
    },
  })
  map.addLayer({
    ...{ id: 'trucks', type: 'circle', source: 'fleet', filter: ['!', ['has', 'point_count']] },
    paint: {
      'circle-radius': 8,
      'circle-color': ['match', ['get', 'status'], ...COLOURS.flatMap((c, i) => [i, c]), '#333333'] as never,
    },
  })
  const look = () => {
    if (map.queryRenderedFeatures({ layers: ['clusters', 'trucks'] }).length === 0) return
    floor.painted = true
    map.off('render', look)
  }
  map.on('render', look)
  const [lngs, lats] = [vehicles.map(({ longitude }) => longitude), vehicles.map(({ latitude }) => latitude)]
  map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
    ...{ padding: 40, maxZoom: 13, animate: false },
  })

  const waiting = new Map<Update['id'], Update>()
  if (which === 'coalesced')
    setInterval(() => {
      if (waiting.size === 0) return
      sourceOf('fleet').updateData({ update: [...waiting.values()] })
      waiting.clear()
    }, 1_000)
  const parser = createParser({
    onEvent: ({ data }) => {
      const { vehicleId, lng, lat, status }: Columns = JSON.parse(data)
      const changed: Update[] = vehicleId.map((id, i) => ({
        id,
        newGeometry: { type: 'Point', coordinates: [lng[i] ?? 0, lat[i] ?? 0] },
        addOrUpdateProperties: [{ key: 'status', value: status[i] ?? 0 }],
      }))
      if (which !== 'coalesced') sourceOf('fleet').updateData({ update: changed })
      else for (const one of changed) waiting.set(one.id, one)
    },
  })
  const { body } = await fetch(`${API}/fleetmaptracking/stream`, { headers })
  if (body === null) throw new Error('The stream has no body.')
  const text = new TextDecoder()
  for await (const chunk of body) parser.feed(text.decode(chunk, { stream: true }))
}

type Point = { gpsLongitude: number; gpsLatitude: number }

/** A route as one line and a marker that is a source of its own, moved once a frame. */
const showRoute = async (request: NonNullable<Given['play']>) => {
  const { fileUrl } = await answer<{ fileUrl: string }>('routeplayback', {
    method: 'POST',
    body: JSON.stringify({ ...request, telemetryEnabled: true }),
  })
  const file = await fetch(new URL(fileUrl, new URL('/api/v2/', location.href)), { headers })
  const unzipped = file.body?.pipeThrough(new DecompressionStream('gzip'))
  const { data }: { data: Point[] } = await new Response(unzipped).json()
  await styled
  const coordinates = data.map(({ gpsLongitude, gpsLatitude }) => [gpsLongitude, gpsLatitude])
  const marker = (i: number) => ({
    type: 'Point' as const,
    coordinates: coordinates[i % coordinates.length] ?? [0, 0],
  })
  map.addSource('route', { type: 'geojson', data: { type: 'LineString', coordinates } })
  map.addSource('marker', { type: 'geojson', data: marker(0) })
  map.addLayer({
    id: 'route',
    type: 'line',
    source: 'route',
    paint: { 'line-color': '#1a56c4', 'line-width': 4 },
  })
  map.addLayer({ id: 'marker', type: 'circle', source: 'marker', paint: { 'circle-radius': 9 } })
  map.fitBounds([71.9, 17.9, 74.1, 20.1], { padding: 40, animate: false })
  const look = () => {
    if (map.queryRenderedFeatures({ layers: ['route'] }).length === 0) return
    map.off('render', look)
    requestAnimationFrame(() => {
      window.route.drawnAt = performance.now()
    })
  }
  map.on('render', look)
  map.once('idle', () => {
    floor.painted = true
  })
  floor.play = () => {
    let i = 0
    const step = () => {
      i += 1
      sourceOf('marker').setData(marker(i))
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }
}

await (play === null ? showFleet() : showRoute(play))
