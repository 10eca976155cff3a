import type { View } from '../../service/view/types.ts';
import { useNewChart } from '../frame/index.ts';
import { setOpenItem } from '../view/index.ts';

/** @returns a function that makes an empty chart as the settings want it. It is no longer the saved view that was opened here. */
export function useEmptyChart(): () => View {
  const newChart = useNewChart();
  return () => {
    setOpenItem('/explore', undefined);
    return newChart();
  };
}
