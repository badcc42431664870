import type { Bar } from './content.ts'

/** What a picture says and shows. */
export type PictureOf = {
  readonly title: string
  readonly lines: readonly string[]
  readonly bars: readonly Bar[]
  /** Rows of cells, where there are no bars. */
  readonly rows: readonly (readonly string[])[]
}

/** Measures of a picture, px of its own; it is drawn twice as large. */
const WIDE = 720
const SIDE = 28
const ROW = 26
const HEAD = 88
const SCALE = 2
/** Rows of a picture: all days of the longest period. */
const MOST_ROWS = 90
const BAR = { left: 240, right: 580 }

/**
 * A PNG of a widget for a report or a message: its title, what it says, and its bars with their values. Takes its colours from the
 * element's CSS variables. null where the browser cannot draw it.
 */
export const widgetPicture = (
  element: Element,
  { title, lines, bars, rows }: PictureOf,
): Promise<Blob | null> => {
  const ink = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
  const shown = bars.length > 0 ? bars.slice(0, MOST_ROWS) : []
  const listed = bars.length > 0 ? [] : rows.slice(0, MOST_ROWS)
  const height = HEAD + lines.length * 20 + (shown.length + listed.length) * ROW + SIDE
  const canvas = element.ownerDocument.createElement('canvas')
  canvas.width = WIDE * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.setTransform(SCALE, 0, 0, SCALE, 0, 0)
  const fill = (colour: string, box: readonly [number, number, number, number]) => {
    context.fillStyle = colour
    context.beginPath()
    context.rect(...box)
    context.fill()
  }
  const write = (
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign = 'left',
  ) => {
    context.font = font
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(text, x, y)
  }
  fill(ink('--rb-surface'), [0, 0, WIDE, height])
  write(title, SIDE, 48, "600 24px 'Barlow Semi Condensed', sans-serif", ink('--rb-ink'))
  for (const [i, line] of lines.entries())
    write(line, SIDE, 76 + i * 20, '400 14px Barlow, sans-serif', ink('--rb-muted'))
  const top = HEAD + lines.length * 20
  const most = shown.reduce((all, { value }) => Math.max(all, value ?? 0), 0) || 1
  for (const [i, { label, value, text, tone }] of shown.entries()) {
    const y = top + i * ROW
    write(label, SIDE, y + 14, '400 14px Barlow, sans-serif', ink('--rb-ink'))
    const length = ((value ?? 0) / most) * (BAR.right - BAR.left)
    fill(ink(tone === 'bad' ? '--rb-danger' : '--rb-accent'), [BAR.left, y + 2, length, 14])
    write(text, WIDE - SIDE, y + 14, "600 15px 'Barlow Semi Condensed', sans-serif", ink('--rb-ink'), 'right')
  }
  for (const [i, cells] of listed.entries())
    write(cells.join('   '), SIDE, top + i * ROW + 14, '400 14px Barlow, sans-serif', ink('--rb-ink'))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
