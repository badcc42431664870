// What can be broken in a source: one small change each, found in its syntax tree.
import ts from 'typescript'
import { Problem } from '../lib/console.mjs'

const SWAPPED = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
])

/** Ports take a name that only the message of an unwired port shows. */
const PORTS = new Set(['promisePort', 'eventPort', 'actionPort', 'machinePort', 'notWired'])

const nameOf = (node) => (node.name === undefined ? undefined : node.name.getText())

/** What has no effect on a running product: types, and what only developers read. */
const isSkipped = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  (ts.isPropertyAssignment(node) && isArgumentOf(node.parent, 'setup') && nameOf(node) === 'types') ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ts.isCallExpression(node) && /^console\.|\bassertEvent$/.test(node.expression.getText()))

const isArgumentOf = (node, name) =>
  ts.isCallExpression(node.parent) && node.parent.expression.getText().split('.').at(-1) === name

/** The entry of a list from its start to the start of the next, or from the end of the one before. */
const spanOf = (list, place) => {
  if (place + 1 < list.length) return [list[place].getStart(), list[place + 1].getStart()]
  return [place === 0 ? list[0].getStart() : list[place - 1].getEnd(), list[place].getEnd()]
}

/**
 * All mutants of a source, in the order of their places: `{ kind, line, start, end, text }`, where `text` replaces what is from
 * `start` to `end`.
 */
export const mutantsOf = (fileName, source) => {
  const tree = ts.createSourceFile(fileName, source, ts.ScriptTarget.ESNext, true)
  const mutants = []
  const add = (kind, start, end, text) =>
    mutants.push({ kind, line: tree.getLineAndCharacterOfPosition(start).line + 1, start, end, text })
  const change = (kind, node, text) => add(kind, node.getStart(), node.getEnd(), text)
  const negate = (condition) => change('condition negated', condition, `!(${condition.getText()})`)
  const remove = (kind, list, isKept = () => false) => {
    for (const [place, entry] of list.entries()) if (!isKept(entry)) add(kind, ...spanOf(list, place), '')
  }

  const visit = (node) => {
    if (isSkipped(node)) return
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression)
    else if (ts.isConditionalExpression(node)) negate(node.condition)
    else if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node
      const swapped = SWAPPED.get(operatorToken.kind)
      if (swapped !== undefined) change('operator changed', operatorToken, swapped)
      if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
        add('default dropped', node.left.getEnd(), node.getEnd(), '')
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change('negation dropped', node, node.operand.getText())
    else if (node.kind === ts.SyntaxKind.TrueKeyword) change('boolean flipped', node, 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) change('boolean flipped', node, 'true')
    else if (ts.isExpressionStatement(node)) change('statement removed', node, ';')
    else if (ts.isArrayLiteralExpression(node)) remove('entry removed', node.elements)
    else if (ts.isObjectLiteralExpression(node)) {
      const isMachine = isArgumentOf(node, 'createMachine')
      remove(
        'property removed',
        node.properties,
        // Nobody asks a machine for its own id but targets of its states, which fail at once without it.
        (property) => isSkipped(property) || (isMachine && nameOf(property) === 'id'),
      )
    } else if (ts.isStringLiteralLike(node)) {
      const { parent } = node
      const isName = ts.isPropertyAssignment(parent) && parent.name === node
      const isPort = ts.isCallExpression(parent) && PORTS.has(parent.expression.getText())
      const isId = ts.isPropertyAssignment(parent) && parent.initializer === node && nameOf(parent) === 'id'
      if (node.text !== '' && !isName && !isPort && !isId) change('string emptied', node, "''")
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The source with a mutant in it. */
export const withMutant = (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end)

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** The sources that these files or folders name. Throws a Problem for one that names none. */
export const sourcesAt = (sources, paths) =>
  paths.flatMap((path) => {
    const place = path.replace(/\/+$/, '')
    const found = sources.filter((source) => source === place || source.startsWith(`${place}/`))
    if (found.length === 0) throw new Problem(`'${path}' names no source of an area of mutations.`)
    return found
  })

/** The list in an order that only the seed decides. */
export const shuffled = (list, seed) => {
  const random = randomOf(seed)
  return list
    .map((entry) => ({ entry, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

/** Which of these files import a file, by its path. */
const importersAmong = (fileNames, options) => {
  const importers = new Map()
  for (const importer of fileNames) {
    for (const { fileName } of ts.preProcessFile(ts.sys.readFile(importer)).importedFiles) {
      const file = ts.resolveModuleName(fileName, importer, options, ts.sys).resolvedModule?.resolvedFileName
      if (file !== undefined) importers.set(file, [...(importers.get(file) ?? []), importer])
    }
  }
  return importers
}

/** Tells whether a file, and those that import it, still compile with another text of it. Slow the first time. */
export const createTypeCheck = (projectDir) => {
  const { config } = ts.readConfigFile(`${projectDir}/tsconfig.json`, ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include: ['src', 'server'] },
    ts.sys,
    projectDir,
  )
  const changed = new Map()
  let version = 0
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, incremental: false, tsBuildInfoFile: undefined }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => changed.get(file)?.version ?? '0',
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => projectDir,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  const importers = importersAmong(fileNames, options)
  const hasFaults = (file) => service.getSemanticDiagnostics(file).length > 0
  return (file, text) => {
    version += 1
    changed.set(file, { text, version: `${version}` })
    const isRefused =
      service.getSyntacticDiagnostics(file).length > 0 ||
      hasFaults(file) ||
      (importers.get(file) ?? []).some(hasFaults)
    changed.set(file, { text: undefined, version: `${version} undone` })
    return !isRefused
  }
}
