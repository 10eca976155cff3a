export { readPageFiles, secure } from '../../service/page/index.ts';
export { json, methodNotAllowed, notFound, refusal } from './answers.ts';
export { createGateway, type Gateway, type GatewayOptions } from './create-gateway.ts';
export { carriesKey } from './forward.ts';
export { hostState } from './host-actions.ts';
export { readJson } from './read-json.ts';
export { type Route, routeOf } from './route.ts';
