// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawingKeys$ } from '#src/streams/geofences.stream.ts'

let received: string[]
let end: () => void
beforeEach(() => {
  received = []
  const keys = drawingKeys$({ window }).subscribe(({ type }) => received.push(type))
  end = () => keys.unsubscribe()
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** Presses a key while the element named by the selector has the focus; without one, the page itself. */
const press = (key: string, how: KeyboardEventInit = {}, html = '', selector = 'body') => {
  document.body.innerHTML = html
  const target = document.querySelector(selector)
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }))
}

test.each<[string, string, KeyboardEventInit, string]>([
  ['Ctrl+Z', 'z', { ctrlKey: true }, 'fence.undo'],
  ['Cmd+Z', 'z', { metaKey: true }, 'fence.undo'],
  ['Ctrl+Y', 'y', { ctrlKey: true }, 'fence.redo'],
  ['Cmd+Y', 'y', { metaKey: true }, 'fence.redo'],
  ['Ctrl+Shift+Z', 'Z', { ctrlKey: true, shiftKey: true }, 'fence.redo'],
  ['Cmd+Shift+Z', 'Z', { metaKey: true, shiftKey: true }, 'fence.redo'],
])('GEO-03 %s undoes or redoes, on a button too, and never in a text field', (_name, key, how, word) => {
  press(key, how)
  press(key, how, '<button>Undo</button>', 'button')
  expect(received).toEqual([word, word])
  press(key, how, '<input>', 'input')
  press(key, how, '<textarea></textarea>', 'textarea')
  expect(received).toHaveLength(2)
})

test('GEO-03 keys count on every input that takes no text, and on no other', () => {
  const silent = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
  for (const kind of silent) press('Shift', {}, `<input type="${kind}">`, 'input')
  expect(received).toEqual(silent.map(() => 'shift.pressed'))
  for (const kind of ['text', 'number', 'search', 'date'])
    press('Shift', {}, `<input type="${kind}">`, 'input')
  press('Shift', {}, '<select></select>', 'select')
  expect(received).toHaveLength(silent.length)
})

test('GEO-03 letters without Ctrl or Cmd do nothing', () => {
  for (const key of ['z', 'y', 'Z', 'Y']) press(key)
  expect(received).toEqual([])
})

test('GEO-03 Escape cancels with the focus on any button, link or switch; Enter stays theirs', () => {
  const pressable = [
    ['<button>Undo</button>', 'button'],
    ['<button aria-expanded="true"><i>Corners</i></button>', 'i'],
    ['<a href="/">Fleet</a>', 'a'],
  ] as const
  for (const [html, selector] of pressable) {
    press('Escape', {}, html, selector)
    press('Enter', {}, html, selector)
  }
  press('Escape', {}, '<input type="checkbox">', 'input')
  expect(received).toEqual(Array.from({ length: 4 }, () => 'escape.pressed'))
  press('Enter')
  expect(received.at(-1)).toBe('fence.finish')
})

test('Escape closes what is open over the form before it cancels, and in a text field belongs to the field', () => {
  const own = [
    ['<div role="dialog"><button>Close</button></div>', 'button'],
    ['<ul role="listbox"><li>Depot</li></ul>', 'li'],
    ['<div role="menu"><button>Log out</button></div>', 'button'],
    ['<button aria-haspopup="menu" aria-expanded="true">Profile</button>', 'button'],
    ['<input>', 'input'],
    ['<input type="number">', 'input'],
    ['<select></select>', 'select'],
  ] as const
  for (const [html, selector] of own) {
    press('Escape', {}, html, selector)
    press('Enter', {}, html, selector)
  }
  expect(received).toEqual([])
})

test('CR-08 in a dialog no key reaches the drawing below it', () => {
  const [html, selector] = ['<div role="dialog"><button>Keep editing</button></div>', 'button'] as const
  press('z', { ctrlKey: true }, html, selector)
  press('y', { ctrlKey: true }, html, selector)
  press('Shift', {}, html, selector)
  expect(received).toEqual([])
})

test('a handled key press is ignored', () => {
  document.body.innerHTML = '<p>x</p>'
  const [text] = document.getElementsByTagName('p')
  text?.addEventListener('keydown', (event) => event.preventDefault())
  text?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  expect(received).toEqual([])
})

test.each<[string, () => void]>([
  ['its key goes up', () => window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift' }))],
  ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
  [
    'the page is hidden',
    () => {
      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockReturnValue(false)
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
    },
  ],
])('GEO-02 Shift is released when %s', (_, act) => {
  act()
  expect(received).toEqual(['shift.released'])
})
