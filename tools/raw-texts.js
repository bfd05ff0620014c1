/**
 * The lint rule `dirisha/raw-text`: what people read goes through `t` or `<Sentence>` (src/core/texts.ts), so that it is listed and can be
 * translated. Refused are words in JSX, in props and properties that hold texts, in calls that show them, and sentences anywhere.
 */

/** Props of components and properties of objects whose values people read. */
const TEXT_NAMES = new Set([
  'title', 'label', 'placeholder', 'description', 'text', 'subtitle', 'lead', 'message', 'alt', 'empty', 'hint', 'note', 'does', 'question', 'detail', 'missing', 'said', 'refusal', 'within', 'button', 'continuation', 'box', 'all',
  'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'acceptLabel', 'rejectLabel', 'otherLabel', 'closeButtonLabel', 'nothingFoundMessage',
])

/** The calls whose first argument people read, and that of ApiError. */
const SHOWING = /^(toast\.\w+|useScreenTitle|setError|setProblem|setFailed|setRefusal|onAnnounce|onComplaint)$/
const API_ERROR_MESSAGE = 2

/** Addresses. */
const NOT_WORDS = /^https?:/

/** Where a sentence is no text of the portal: errors for developers, and what selects or styles. */
const NOT_SHOWN_CALLS = /^(t|text|Error|TypeError|RegExp|querySelector|querySelectorAll|closest|matches|matchMedia|first|split|join)$/
const NOT_SHOWN_NAMES = /^(className|classNames|style|styles|key|id|name|valueFormat|fontFamily|background|boxShadow|transition|border|gridTemplateColumns|font|padding|margin|rel|accept|autoComplete|sizes|d|viewBox|variant|color|data|type)$|^data-/

const WORD = /\p{L}{2}/u
const SENTENCE = /\p{L}[\p{L}’'-]*[,:;]? \p{L}{2}|^\p{Lu}\p{Ll}+[.!?…]$/u

const contentOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('\u0000') : ''
}

/** The literals that an expression may turn out to be. */
function* outcomesOf(node) {
  if (node?.type === 'ConditionalExpression') for (const branch of [node.consequent, node.alternate]) yield* outcomesOf(branch)
  else if (node?.type === 'LogicalExpression') for (const side of [node.left, node.right]) yield* outcomesOf(side)
  else if (node?.type === 'BinaryExpression' && node.operator === '+') for (const side of [node.left, node.right]) yield* outcomesOf(side)
  else if (node?.type === 'JSXExpressionContainer' || node?.type === 'TSAsExpression' || node?.type === 'ParenthesizedExpression') yield* outcomesOf(node.expression)
  else if (node?.type === 'Literal' || node?.type === 'TemplateLiteral') yield node
}

const nameOf = (node) => (node?.type === 'MemberExpression' ? `${nameOf(node.object)}.${node.property.name ?? ''}` : (node?.name ?? ''))
const keyOf = (key) => (key.type === 'Literal' ? String(key.value) : (key.name?.name ?? key.name))

/** `one` or `other` of `t({ one, other }, …)`. */
const isFormOfPlural = ({ parent: { parent: call } }) => call?.type === 'CallExpression' && /^(t|text)$/.test(nameOf(call.callee))

/** Whether the literal stands where nobody reads it. */
function isUnseen(node) {
  let inner = node
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (/^(Import|Export)\w*Declaration$|^ImportExpression$|^TS\w*Type|^TSEnum|^Directive$/.test(outer.type) && outer.type !== 'ExportNamedDeclaration') return true
    if (outer.type === 'TemplateLiteral' || outer.type === 'ConditionalExpression' || outer.type === 'LogicalExpression' || outer.type === 'ArrayExpression') continue
    if (outer.type === 'BinaryExpression') return outer.operator !== '+'
    if (outer.type === 'MemberExpression' || outer.type === 'SwitchCase' || outer.type === 'TaggedTemplateExpression') return true
    if (outer.type === 'Property') return outer.key === inner || NOT_SHOWN_NAMES.test(keyOf(outer.key)) || isFormOfPlural(outer)
    if (outer.type === 'JSXAttribute') return NOT_SHOWN_NAMES.test(keyOf(outer.name)) || outer.parent.name.name === 'Sentence'
    if (outer.type === 'JSXExpressionContainer') continue
    if (outer.type === 'CallExpression' || outer.type === 'NewExpression') return NOT_SHOWN_CALLS.test(nameOf(outer.callee).split('.').at(-1))
    return false
  }
  return false
}

/** Refuses texts that no translation can reach; fits .oxlintrc.json's `overrides` of the folders with screens. */
export const rawText = {
  meta: { type: 'problem', schema: [], messages: { raw: 'A text for people: write t(\'{{text}}\') of the core, with placeholders for what varies (docs/translating.md).' } },
  create({ report }) {
    const reported = new Set()
    const refuse = (node, text) => {
      if (reported.has(node)) return
      reported.add(node)
      report({ node, messageId: 'raw', data: { text: text.replaceAll('\u0000', '{…}').trim().slice(0, 80) } })
    }
    const refuseWords = (node) => {
      for (const literal of outcomesOf(node)) if (WORD.test(contentOf(literal)) && !NOT_WORDS.test(contentOf(literal))) refuse(literal, contentOf(literal))
    }
    const refuseSentence = (node) => {
      if (SENTENCE.test(contentOf(node)) && !isUnseen(node)) refuse(node, contentOf(node))
    }
    return {
      JSXText: (node) => WORD.test(node.value.replace(/&\w+;/g, '')) && refuse(node, node.value),
      JSXExpressionContainer: (node) => node.parent.type !== 'JSXAttribute' && refuseWords(node),
      JSXAttribute: (node) => TEXT_NAMES.has(keyOf(node.name)) && node.parent.name.name !== 'Sentence' && refuseWords(node.value),
      Property: (node) => TEXT_NAMES.has(keyOf(node.key)) && node.parent.type === 'ObjectExpression' && refuseWords(node.value),
      CallExpression: (node) => SHOWING.test(nameOf(node.callee)) && refuseWords(node.arguments[0]),
      NewExpression: (node) => nameOf(node.callee) === 'ApiError' && refuseWords(node.arguments[API_ERROR_MESSAGE]),
      Literal: refuseSentence,
      TemplateLiteral: refuseSentence,
    }
  },
}
