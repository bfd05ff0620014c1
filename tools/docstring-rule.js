/**
 * Refuses an exported function or class that nothing is said of. What a reader of the call needs and the signature does not
 * say belongs there: units, what an empty answer means, what is thrown, the statute or RFC a rule comes from.
 */
export const docstringRule = {
  meta: { type: 'suggestion', schema: [], messages: { missing: 'Say in a docstring (/** … */) what "{{name}}" is for and what its signature does not tell.' } },
  create({ filename, sourceCode, report }) {
    // A component says by its name what is drawn.
    const isComponent = (name) => filename.endsWith('.tsx') && /^[A-Z]/.test(name)
    const isSaid = (node) => sourceCode.getCommentsBefore(node).some(({ type, value }) => type === 'Block' && value.startsWith('*'))
    // Overloads stand one after the other: what is said of the first holds for all.
    const isOverload = (node, name) => node.parent.body[node.parent.body.indexOf(node) - 1]?.declaration?.id?.name === name
    const namesIn = (declaration) => {
      if (/^(TSDeclareFunction|FunctionDeclaration|ClassDeclaration)$/.test(declaration?.type)) return [declaration.id.name]
      const functions = (declaration?.declarations ?? []).filter(({ init }) => /^(ArrowFunctionExpression|FunctionExpression|ClassExpression)$/.test(init?.type))
      return functions.map(({ id }) => id.name)
    }
    return {
      ExportNamedDeclaration(node) {
        if (isSaid(node)) return
        for (const name of namesIn(node.declaration)) if (!isComponent(name) && !isOverload(node, name)) report({ node, messageId: 'missing', data: { name } })
      },
    }
  },
}
