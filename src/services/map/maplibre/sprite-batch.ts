import type { Stamp } from '../overlay/canvas.ts'
import type { Sprite } from '../overlay/sprites.ts'
import { createSpriteAtlas } from './sprite-atlas.ts'

/** Draws many sprites at once over what a WebGL context shows. */
export type SpriteBatch = {
  /** Draws what `paint` stamps, in px of a view of that size. The context's state is another one afterwards. */
  draw(size: { width: number; height: number }, paint: (stamp: Stamp) => void): void
}

const VERTEX = `#version 300 es
uniform vec2 u_size;
in vec4 a_place;
in vec2 a_turn;
in vec4 a_image;
out vec2 v_image;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 from = (corner - 0.5) * a_place.zw;
  vec2 at = a_place.xy + vec2(from.x * a_turn.x - from.y * a_turn.y, from.x * a_turn.y + from.y * a_turn.x);
  gl_Position = vec4(at / u_size * vec2(2, -2) + vec2(-1, 1), 0, 1);
  v_image = a_image.xy + corner * a_image.zw;
}`

const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D u_atlas;
in vec2 v_image;
out vec4 colour;
void main() {
  colour = texture(u_atlas, v_image / vec2(textureSize(u_atlas, 0)));
}`

/** What a sprite takes of the buffer: its centre and size in px, its turn, and its place in the atlas. */
const ATTRIBUTES = [
  ['a_place', 4],
  ['a_turn', 2],
  ['a_image', 4],
] as const
const FLOATS = 10
const FLOAT_BYTES = 4

const linkProgram = (gl: WebGL2RenderingContext): WebGLProgram => {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (shader === null) continue
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return program
}

/** Positions are rounded as on a canvas: to a px of the screen, unless the sprite is turned. */
export const createSpriteBatch = (gl: WebGL2RenderingContext, document: Document): SpriteBatch => {
  const program = linkProgram(gl)
  const sizeOf = gl.getUniformLocation(program, 'u_size')
  const instances = gl.createVertexArray()
  const buffer = gl.createBuffer()
  const texture = gl.createTexture()
  const atlas = createSpriteAtlas(document)
  let uploaded = -1

  gl.bindVertexArray(instances)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  let offset = 0
  for (const [name, size] of ATTRIBUTES) {
    const place = gl.getAttribLocation(program, name)
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, FLOATS * FLOAT_BYTES, offset * FLOAT_BYTES)
    gl.vertexAttribDivisor(place, 1)
    offset += size
  }
  gl.bindVertexArray(null)

  const bindAtlas = () => {
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    if (uploaded === atlas.version) return
    uploaded = atlas.version
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas.canvas)
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
    for (const when of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, when, gl.LINEAR)
  }

  const drawOver = (width: number, height: number, values: Float32Array) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight)
    for (const test of [gl.DEPTH_TEST, gl.STENCIL_TEST, gl.SCISSOR_TEST]) gl.disable(test)
    gl.colorMask(true, true, true, true)
    gl.enable(gl.BLEND)
    gl.blendEquation(gl.FUNC_ADD)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.useProgram(program)
    gl.uniform2f(sizeOf, width, height)
    bindAtlas()
    gl.bindVertexArray(instances)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STREAM_DRAW)
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, values.length / FLOATS)
    gl.bindVertexArray(null)
  }

  return {
    draw: ({ width, height }, paint) => {
      const ratio = gl.drawingBufferWidth / width
      const stamped: { sprite: Sprite; x: number; y: number; degrees: number }[] = []
      paint((sprite, x, y, degrees = 0) => stamped.push({ sprite, x, y, degrees }))
      const places = atlas.placesOf(stamped.map(({ sprite }) => sprite))
      const values = new Float32Array(stamped.length * FLOATS)
      for (const [i, { sprite, x, y, degrees }] of stamped.entries()) {
        const place = places(sprite)
        const angle = (degrees * Math.PI) / 180
        const at = degrees === 0 ? [Math.round(x * ratio) / ratio, Math.round(y * ratio) / ratio] : [x, y]
        values.set([...at, sprite.width, sprite.height, Math.cos(angle), Math.sin(angle)], i * FLOATS)
        if (place) values.set([place.x, place.y, sprite.image.width, sprite.image.height], i * FLOATS + 6)
      }
      drawOver(width, height, values)
    },
  }
}
