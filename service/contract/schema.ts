import { type TSchema, Type } from 'typebox';

export const arrayOf = <Item extends TSchema>(item: Item) => Type.Immutable(Type.Array(item));

export const orNull = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** `GivenValues` may have so many bytes, as JSON in UTF-8. */
export const VALUES_BYTES = 256 * 1024;
/** Values by name, each of which has a schema of its own that is checked later. */
export const GivenValues = Type.Record(Type.String(), Type.Unknown(), { maxBytes: VALUES_BYTES });

export const Nothing = Type.Object({});
