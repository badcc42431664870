/** One step of a path, with its coordinates in px as given. */
export type Step = readonly [
  how: 'moveTo' | 'lineTo' | 'rect' | 'roundRect' | 'arc' | 'arcTo',
  ...figures: readonly number[],
]

/** One drawing operation. */
export type Painted = {
  readonly how: 'stroke' | 'fill' | 'text'
  /** Its colour. */
  readonly ink: unknown
  readonly dash: readonly number[]
  /** The path that was drawn; for text, where it begins. */
  readonly steps: readonly Step[]
  readonly text: string
  /** Anything outside of these is not drawn. */
  readonly within: readonly (readonly Step[])[]
}

/** A path that can be read; replaces `Path2D`. */
export class RecordedPath {
  readonly steps: Step[] = []

  constructor(like?: RecordedPath) {
    if (like) this.steps.push(...like.steps)
  }

  moveTo(...at: number[]) {
    this.steps.push(['moveTo', ...at])
  }
  lineTo(...to: number[]) {
    this.steps.push(['lineTo', ...to])
  }
  rect(...box: number[]) {
    this.steps.push(['rect', ...box])
  }
  roundRect(...box: number[]) {
    this.steps.push(['roundRect', ...box])
  }
  arc(...round: number[]) {
    this.steps.push(['arc', ...round])
  }
  arcTo(...round: number[]) {
    this.steps.push(['arcTo', ...round])
  }
  closePath() {}
}

/** The state stored by `save` and restored by `restore`. */
type Kept = { strokeStyle: unknown; fillStyle: unknown; dash: number[]; within: Painted['within'] }

/** A 2D context that draws nothing and records its calls; translation and rotation are ignored. */
class RecordingContext extends RecordedPath {
  readonly painted: Painted[] = []
  strokeStyle: unknown = '#000000'
  fillStyle: unknown = '#000000'
  dash: number[] = []
  within: Painted['within'] = []
  readonly #kept: Kept[] = []

  beginPath() {
    this.steps.length = 0
  }
  stroke(path?: RecordedPath) {
    this.#paint('stroke', path ?? this)
  }
  fill(path?: RecordedPath) {
    this.#paint('fill', path ?? this)
  }
  fillText(text: string, ...at: number[]) {
    this.#paint('text', { steps: [['moveTo', ...at]] }, text)
  }
  clip(path?: RecordedPath) {
    this.within = [...this.within, [...(path ?? this).steps]]
  }
  setLineDash(dash: number[]) {
    this.dash = dash
  }
  save() {
    const { strokeStyle, fillStyle, dash, within } = this
    this.#kept.push({ strokeStyle, fillStyle, dash, within })
  }
  restore() {
    Object.assign(this, this.#kept.pop())
  }
  measureText(text: string) {
    return { width: 6 * text.length }
  }
  clearRect() {
    this.painted.length = 0
  }
  translate() {}
  rotate() {}
  setTransform() {}

  #paint(how: Painted['how'], { steps }: Pick<RecordedPath, 'steps'>, text = '') {
    const { dash, within } = this
    const ink = how === 'stroke' ? this.strokeStyle : this.fillStyle
    this.painted.push({ how, ink, dash, steps: [...steps], text, within })
  }
}

/** A canvas's 2D context that draws nothing, and all calls on it since it was last cleared. */
export const recordingContext = () => {
  const context = new RecordingContext()
  return {
    painted: context.painted as readonly Painted[],
    context: context as unknown as CanvasRenderingContext2D,
  }
}
