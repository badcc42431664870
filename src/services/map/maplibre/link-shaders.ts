import type { Map as MapLibreMap, StyleLayer } from 'maplibre-gl'

/**
 * Links the shaders of all layers of the bundled basemap, ideally in its first frame.
 *
 * MapLibre links a shader when it first draws with it and then waits for the graphics card to finish all earlier
 * work: up to a second while tiles load, and a stutter where a zoom shows new layers. In the first frame there is
 * little to wait for. The layers find these programs in MapLibre's cache, because their own buckets provide the
 * configuration; a test checks that they link nothing more.
 */
export const linkShaders = ({ painter, style }: MapLibreMap): void => {
  const { projection } = style
  if (projection === undefined) return
  const link = (name: string, programConfiguration: Configuration = null) =>
    painter.programCache.getProgram({
      name,
      programConfiguration,
      projectionShaderVariant: {
        name: projection.shaderVariantName,
        define: projection.shaderDefine,
        prelude: projection.shaderPreludeCode,
      },
      showOverdrawInspector: false,
      useTerrain: false,
      defines: [],
    })

  link('clippingMask')
  for (const layer of Object.values(style._layers)) {
    for (const name of shadersOf(layer)) link(name, configurationOf(layer))
  }
}

type Variant = Parameters<MapLibreMap['painter']['programCache']['getProgram']>[0]
type Configuration = NonNullable<Variant['programConfiguration']> | null
type Configured = { readonly programConfigurations?: { get(layerId: string): Configuration } }
type AnyBucket = Configured & { readonly text?: Configured; createArrays?(): void }

/** The shader configuration of a layer, as the bucket of any of its tiles knows it. */
const configurationOf = (layer: StyleLayer): Configuration => {
  const empty = { layers: [layer], index: 0, zoom: 0, pixelRatio: 1, overscaling: 1, sourceLayerIndex: 0 }
  const bucket = layer.createBucket?.({ ...empty, sourceID: layer.source } as BucketParameters) as
    | AnyBucket
    | undefined
  bucket?.createArrays?.()
  return (bucket?.text ?? bucket)?.programConfigurations?.get(layer.id) ?? null
}
type BucketParameters = Parameters<NonNullable<StyleLayer['createBucket']>>[0]

/** MapLibre's names of the shaders that draw a layer of the basemap. */
const shadersOf = (layer: StyleLayer): readonly string[] => {
  if (layer.type === 'line')
    return [layer.getPaintProperty('line-dasharray') === undefined ? 'line' : 'lineSDF']
  return SHADERS[layer.type] ?? []
}
const SHADERS: Readonly<Record<string, readonly string[]>> = {
  fill: ['fill', 'fillOutline'],
  symbol: ['symbolSDF'],
  circle: ['circle'],
}
