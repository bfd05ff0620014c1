import { RE2JS } from 're2js'

/**
 * Patterns of manifests and of `matches` in expressions, as tests of texts. The publisher of an overlay chooses the pattern and the person
 * who enters a text chooses the input, so patterns run in time linear in the length of the text (RE2), whatever they contain. The syntax is
 * that of JavaScript with the flag u, without lookaround and backreferences, which no such engine supports.
 *
 * The portal's build uses browser-pattern.ts instead (vite.config.ts).
 */
const known = new Map<string, TextTest>()
const MAX_KNOWN = 500

/** Whether a text matches a pattern. `size` is the size of the compiled pattern; the time per character of the text may grow with it. */
interface TextTest { (text: string): boolean; readonly size: number }

/**
 * Returns a test of whether a text matches the pattern. `making` is called before a pattern is compiled.
 * @throws SyntaxError for a pattern that is invalid or not linear.
 */
export function textTest(pattern: string, making?: (pattern: string) => void): TextTest {
  let test = known.get(pattern)
  if (test !== undefined) return test
  making?.(pattern)
  test = compiled(pattern)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(pattern, test)
  return test
}

function compiled(pattern: string): TextTest {
  // Refuses what the browser cannot parse, even if the linear engine could.
  void new RegExp(pattern, 'u')
  try {
    const linear = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return Object.assign((text: string) => linear.test(text), { size: linear.programSize() })
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
