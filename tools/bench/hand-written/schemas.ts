/** The input schemas of the four calls. */
const TEXT = { type: 'string', maxLength: 250 }
const CODE = { type: 'string', maxLength: 50 }
const PLACE = {
  dimensionSpeedkeyCode: CODE, fundNo: CODE, shortcutDimension1Code: CODE, shortcutDimension2Code: CODE, shortcutDimension3Code: CODE, shortcutDimension4Code: CODE,
  globalDimension5Code: CODE, globalDimension6Code: CODE, globalDimension7Code: CODE, globalDimension8Code: CODE
}

export const LIST = { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 200 }, cursor: { type: 'string', maxLength: 500 } } }
export const SHOW = { type: 'object', required: ['document_no'], properties: { document_no: CODE } }
export const SEND = { type: 'object', required: ['headerNo'], additionalProperties: false, properties: { headerNo: CODE } }
export const CREATE = {
  type: 'object', required: ['description'], additionalProperties: false,
  properties: {
    description: { ...TEXT, minLength: 1 }, posting_date: { type: 'string', format: 'date' }, currencyCode: CODE, reference_no: CODE, ...PLACE,
    pettyCashLinesAPI: {
      type: 'array', maxItems: 200,
      items: {
        type: 'object', additionalProperties: false,
        properties: { expense_code: CODE, description: TEXT, amount: { type: 'number', minimum: 1 }, invoiceRef: CODE, from: CODE, to: CODE, transportCode: CODE, allocationCode: CODE, ...PLACE }
      }
    }
  }
}
