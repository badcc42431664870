import type { FontFacesSpecification } from 'maplibre-gl'

/** Font names used by the style's layers. */
export const FONT = {
  regular: 'Barlow Regular',
  medium: 'Barlow Medium',
  semiBold: 'Barlow SemiBold',
  condensed: 'Barlow Semi Condensed Medium',
} as const

/** Addresses of each font, absolute or on the same origin: one file for Latin, one for extended Latin. */
export type FontUrls = Readonly<
  Record<keyof typeof FONT, { readonly latin: string; readonly extended: string }>
>

const LATIN = [
  'U+0000-00FF',
  'U+0131',
  'U+0152-0153',
  'U+02BB-02BC',
  'U+02C6',
  'U+02DA',
  'U+02DC',
  'U+2000-206F',
  'U+2212',
]
const EXTENDED = ['U+0100-0130', 'U+0132-0151', 'U+0154-02BA', 'U+1E00-1E9F', 'U+1EF2-1EFF', 'U+20A0-20C0']

/** The style's `font-faces`: the browser loads a file when a visible text needs it, so there is no glyph server. */
export const fontFaces = (urls: FontUrls): FontFacesSpecification => {
  const face = ({ latin, extended }: FontUrls[keyof FontUrls]) => [
    { url: latin, 'unicode-range': LATIN },
    { url: extended, 'unicode-range': EXTENDED },
  ]
  return {
    [FONT.regular]: face(urls.regular),
    [FONT.medium]: face(urls.medium),
    [FONT.semiBold]: face(urls.semiBold),
    [FONT.condensed]: face(urls.condensed),
  }
}
