import { RE2JS } from 're2js'

/**
 * Patterns of manifests and of `matches` in expressions, as tests of texts. Whoever publishes an overlay writes them and whoever
 * enters a text picks what they are held against, so that they run in time that grows with the text alone (RE2), whatever they
 * say. The syntax is that of JavaScript with the flag u, without look-around and back-references, which no such engine has.
 *
 * The portal's build takes browser-pattern.ts in its place (vite.config.ts).
 */
const known = new Map<string, TextTest>()
const MAX_KNOWN = 500

/** Whether a text holds a pattern; `size` tells what the pattern comes to, by which each character of the text may take longer. */
interface TextTest { (text: string): boolean; readonly size: number }

/** Whether a text holds the pattern. `making` is told before one is made ready. @throws SyntaxError for a pattern that is none, or that is not linear. */
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
  // What the browser could not read would be refused here and pass there.
  void new RegExp(pattern, 'u')
  try {
    const linear = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return Object.assign((text: string) => linear.test(text), { size: linear.programSize() })
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
