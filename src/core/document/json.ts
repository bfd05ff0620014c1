export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject { [key: string]: Json }
/** A document by inner field names. Empty fields are absent, never null; amounts are decimals with two places. */
export type Doc = JsonObject
