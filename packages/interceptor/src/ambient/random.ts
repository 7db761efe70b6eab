import { activeAmbient } from './active-ambient.ts';
import { callSite } from './call-site.ts';
import { dressed, type Patch } from './patch.ts';

/** `Math.random`. */
export function randomPatches(): readonly Patch[] {
  return [
    {
      name: 'Math.random',
      target: Math,
      key: 'random',
      replace: (real) => {
        function random(): unknown {
          const ambient = activeAmbient();
          return ambient === null ? real() : ambient.draw('random', callSite(random), real);
        }
        return dressed(real, random);
      },
    },
  ];
}
