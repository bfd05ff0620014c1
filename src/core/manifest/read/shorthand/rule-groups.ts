import type { Rule } from '../../language/manifest.generated.ts'

/** The effects that one rule may combine: visible, enabled and required usually depend on the same condition. */
const TOGETHER = ['visible', 'enabled', 'required'] as const

/** Separates the rule's name, the field and the effect in the name of an expanded rule. No name contains it. */
const PART = ' '

/**
 * Expands a rule on several fields, or with several effects, into rules with one effect on one field each. Their names start with its name,
 * by which errors, traces and overlays refer to them (`ruleName`).
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

/** The name under which a rule was written, for a rule that `spreadRules` returned. */
export function ruleName(name: string): string {
  return name.split(PART)[0] ?? name
}
