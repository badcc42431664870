import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Reads a line of this process's input. A terminal shows the question on `output`, and what is typed unless `isHidden`.
 * @throws Error if the input ends first: by Ctrl+D, Ctrl+C or the end of a pipe.
 */
export const readAnswer = (
  question: string,
  { output, isHidden = false }: { readonly output: NodeJS.WriteStream; readonly isHidden?: boolean },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const isTerminal = process.stdin.isTTY
    const lines = createInterface({
      input: process.stdin,
      output: isTerminal && !isHidden ? output : nowhere(),
      terminal: isTerminal,
    })
    let answer: string | null = null
    lines.once('close', () => {
      if (isTerminal && (isHidden || answer === null)) output.write('\n')
      if (answer === null) reject(new Error('The input ended before an answer. Nothing was changed.'))
      else resolve(answer)
    })
    if (isTerminal && isHidden) output.write(question)
    lines.question(question, (line) => {
      answer = line
      lines.close()
    })
  })
