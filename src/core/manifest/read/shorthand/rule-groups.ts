import type { Rule } from '../../manifest.generated.ts'

/** The effects that a rule may have together: what is shown, can be changed and must be there usually goes by one condition. */
const TOGETHER = ['visible', 'enabled', 'required'] as const

/** What separates the name of a rule, the field and the effect in the name of one that it stands for. No name holds it. */
const PART = ' '

/**
 * A rule on several fields, or with several effects, as the rules that it stands for: one effect on one field each. Their names
 * begin with its own, by which errors, traces and overlays know them (`ruleName`).
 */
export function spreadRules(rules: Readonly<Record<string, Rule>>): Record<string, Rule> {
  return Object.fromEntries(Object.entries(rules).flatMap(([name, rule]) => {
    const fields = typeof rule.on === 'string' ? [rule.on] : rule.on
    const effects = TOGETHER.filter((effect) => rule[effect] !== undefined)
    if (typeof rule.on === 'string' && effects.length < 2) return [[name, rule]]
    return fields.flatMap((on) => (effects.length < 2 ? [[`${name}${PART}${on}`, { ...rule, on }]] : effects.map((effect) => [`${name}${PART}${on}${PART}${effect}`, { ...without(rule, effects, effect), on }])))
  }))
}

function without(rule: Rule, effects: readonly (typeof TOGETHER)[number][], kept: string): Rule {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => key === kept || !(effects as readonly string[]).includes(key))) as unknown as Rule
}

/** The name under which a rule is written, of one that `spreadRules` gave. */
export function ruleName(name: string): string {
  return name.split(PART)[0] ?? name
}
