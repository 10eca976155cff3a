import { type TSchema, Type } from 'typebox';

/** Short names for schemas that the contract uses often; `fits.ts` checks a value against one. */

/** A list that its readers do not change. */
export const list = <Item extends TSchema>(item: Item) => Type.Immutable(Type.Array(item));

export const orNull = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** Takes nothing: an empty object. */
export const Nothing = Type.Object({});
