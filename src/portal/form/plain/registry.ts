/**
 * The registry that rjsf renders with here. The bundler puts it in place of rjsf's own (vite.config.ts), whose array editor, file input and
 * widgets no screen uses.
 */
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import { englishStringTranslator, type Registry } from '@rjsf/utils'
import { fields, templates } from '../rjsf-theme.tsx'

/** The registry that rjsf's Form starts from. */
export default function getDefaultRegistry(): Omit<Registry, 'schemaUtils'> {
  return {
    fields: { ObjectField, SchemaField, ...fields } as Registry['fields'],
    templates: templates as unknown as Registry['templates'],
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  }
}
