declare function setTimeout(code: () => void, millis: number): void;

type Station = { celsius: number };

const stations: Record<string, Station> = { Oslo: { celsius: 4 }, Lisbon: { celsius: 19 } };

// Answers a moment later, as a station does.
export function celsius(city: string): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(stations[city].celsius), 5);
  });
}
