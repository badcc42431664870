import imagery from './blue-marble-india.webp?url'
import tiles from './india.pmtiles?url'

const atPage = (address: string): string => new URL(address, document.baseURI).href

/** Where the bundled ground is served: the archive of its tiles, with its protocol, and the imagery. What they hold is part of their names, as the browser keeps ranges of an archive and must not mix those of two. */
export const groundUrls = () => ({ tiles: `pmtiles://${atPage(tiles)}`, imagery: atPage(imagery) })
