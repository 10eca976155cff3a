import { type TSchema, Type } from 'typebox';

export const arrayOf = <Item extends TSchema>(item: Item) => Type.Immutable(Type.Array(item));

export const orNull = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** The most bytes of `GivenValues`, as JSON in UTF-8. */
export const VALUES_BYTES = 256 * 1024;
/** Values by name. Each has a schema of its own, which is checked later. */
export const GivenValues = Type.Record(Type.String(), Type.Unknown(), { maxBytes: VALUES_BYTES });

export const Nothing = Type.Object({});
