import { nodePlatform } from './node-platform.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web-platform.ts';

/** The platform that this is: Node, or whatever else runs JavaScript. */
export const currentPlatform: Platform = nodePlatform() ?? webPlatform;
