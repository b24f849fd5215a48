extension YogaCase {
  /// Children that are placed absolutely, measured leaves, and what Yoga bounds.
  static let others = [
    YogaCase(
      "Absolute: by edges",
      """
      {"children": [
       {"style": {"position-type": "absolute", "position-all": "10px"}},
       {"style": {"position-type": "absolute", "position-left": "10px", "position-right": "20px", "position-bottom": "5px", "height": "8px"}},
       {"style": {"position-type": "absolute", "position-top": "10px", "position-bottom": "20px", "position-right": "5px", "width": "8px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [10, 10, 80, 80], "0.1": [10, 87, 70, 8], "0.2": [87, 10, 8, 70],
      ]),
    YogaCase(
      "Absolute: by one corner, with margin and border",
      """
      {"style": {"border-all": "2px"}, "children": [
       {"style": {"width": "30px", "height": "20px", "position-type": "absolute", "position-right": "5px", "position-bottom": "6px", "margin-right": "1px"}},
       {"style": {"width": "30px", "height": "20px", "position-type": "absolute", "position-left": "5px", "position-top": "6px", "margin-left": "1px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [62, 72, 30, 20], "0.1": [8, 8, 30, 20],
      ]),
    YogaCase(
      "Absolute: longer than its container",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"style": {"width": "30px", "height": "30px"}, "children": [
        {"style": {"width": "50px", "height": "20px", "position-type": "absolute", "position-left": "36px", "position-bottom": "2px"}},
        {"style": {"width": "50px", "height": "40px", "position-type": "absolute", "position-right": "0px", "position-top": "4px"}}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 30, 30], "0.0.0": [36, 8, 50, 20],
        "0.0.1": [-20, 4, 50, 40],
      ]),
    YogaCase(
      "Absolute: from the start, past the end",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"style": {"width": "30px", "height": "30px"}, "children": [
        {"style": {"width": "50px", "height": "20px", "position-type": "absolute", "position-left": "6px",
         "position-top": "4px"}}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 30, 30], "0.0.0": [6, 4, 50, 20],
      ]),
    YogaCase(
      "Absolute: where the flow would put it",
      """
      {"style": {"justify-content": "center", "align-items": "flex-end"}, "children": [
       {"style": {"width": "20px", "height": "10px", "position-type": "absolute"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [80, 45, 20, 10],
      ]),
    YogaCase(
      "Absolute: a percentage of the container",
      """
      {"style": {"flex-direction": "row"}, "children": [
       {"style": {"flex": 1}},
       {"style": {"flex": 1}, "children": [
        {"style": {"position-type": "absolute", "position-left": "100%", "height": "50%", "width": "10px"}}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 50, 100], "0.1": [50, 0, 50, 100], "0.1.0": [50, 0, 10, 50],
      ]),
    YogaCase(
      "Measured leaves with padding",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"node": {"measure-funcs": [{"width": null, "width-mode": "undefined", "height": null, "height-mode": "undefined", "output-width": 30, "output-height": 12, "duration-ns": 1}]}},
       {"style": {"padding-all": "3px"}, "node": {"measure-funcs": [{"width": null, "width-mode": "undefined", "height": null, "height-mode": "undefined", "output-width": 20, "output-height": 12, "duration-ns": 1}]}},
       {"style": {"align-self": "stretch"}, "node": {"measure-funcs": [{"width": null, "width-mode": "undefined", "height": null, "height-mode": "undefined", "output-width": 20, "output-height": 12, "duration-ns": 1}]}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 30, 12], "0.1": [0, 12, 26, 18], "0.2": [0, 30, 100, 12],
      ]),
    YogaCase(
      "display: none is left out",
      """
      {"children": [
       {"style": {"display": "none", "height": "10px"}, "children": [
        {"style": {"height": "10px"}}]},
       {"style": {"height": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.1": [0, 0, 100, 10],
      ]),
    YogaCase(
      "Thirds of a point stay whole pixels",
      """
      {"config": {"errata": "all", "point-scale-factor": 3}, "children": [
       {"style": {"height": "24.33333396911621px"}},
       {"style": {"height": "17.66666603088379px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 100, 24.333334], "0.1": [0, 24.333334, 100, 17.666666],
      ]),
    YogaCase(
      "A row in a column takes a bounded width if a child grows",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"style": {"flex-direction": "row"}, "config": {"errata": "all"}, "children": [
        {"style": {"width": "20px", "height": "10px"}},
        {"style": {"flex": 1}}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 100, 10], "0.0.0": [0, 0, 20, 10], "0.0.1": [20, 0, 80, 10],
      ]),
    YogaCase(
      "Without that erratum it does not",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"style": {"flex-direction": "row"}, "children": [
        {"style": {"width": "20px", "height": "10px"}},
        {"style": {"flex": 1}}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 20, 10], "0.0.0": [0, 0, 20, 10], "0.0.1": [20, 0, 0, 10],
      ]),
    YogaCase(
      "What scrolls is no longer than its container",
      """
      {"children": [
       {"children": [
        {"style": {"overflow": "scroll", "flex-shrink": 1}, "children": [
         {"style": {"width": "20px", "height": "150px"}}]}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 100, 100], "0.0.0": [0, 0, 100, 100],
        "0.0.0.0": [0, 0, 20, 150],
      ]),
    YogaCase(
      "flex: 1 in what scrolls has the height of its content",
      """
      {"style": {"overflow": "scroll"}, "children": [
       {"children": [
        {"style": {"flex": 1}, "children": [
         {"style": {"width": "5px", "height": "130px"}}]}]}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 100, 130], "0.0.0": [0, 0, 100, 130],
        "0.0.0.0": [0, 0, 5, 130],
      ]),
  ]
}
