extension YogaCase {
  /// Children in the flow of their container.
  static let flow = [
    YogaCase(
      "A column is the default, and stretches across",
      """
      {"children": [
       {"style": {"width": "20px", "height": "10px"}},
       {"style": {"height": "30px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 20, 10], "0.1": [0, 10, 100, 30],
      ]),
    YogaCase(
      "A row with centred and justified children",
      """
      {"style": {"flex-direction": "row", "justify-content": "space-between", "align-items": "center"}, "children": [
       {"style": {"width": "20px", "height": "10px"}},
       {"style": {"width": "30px", "height": "40px"}},
       {"style": {"width": "10px", "height": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 45, 20, 10], "0.1": [40, 30, 30, 40], "0.2": [90, 45, 10, 10],
      ]),
    YogaCase(
      "A reversed row",
      """
      {"style": {"flex-direction": "row-reverse", "justify-content": "flex-end"}, "children": [
       {"style": {"width": "20px", "height": "10px"}},
       {"style": {"width": "30px", "height": "40px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [30, 0, 20, 10], "0.1": [0, 0, 30, 40],
      ]),
    YogaCase(
      "flex: 1 takes the rest, shares by factors",
      """
      {"style": {"flex-direction": "row"}, "children": [
       {"style": {"width": "40px", "height": "10px"}},
       {"style": {"flex": 1}},
       {"style": {"flex": 2}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 40, 10], "0.1": [40, 0, 20, 100], "0.2": [60, 0, 40, 100],
      ]),
    YogaCase(
      "flex-shrink in proportion to the length",
      """
      {"style": {"flex-direction": "row", "align-items": "flex-start"}, "children": [
       {"style": {"width": "75px", "height": "10px", "flex-shrink": 1}},
       {"style": {"width": "50px", "height": "10px", "flex-shrink": 1}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 60, 10], "0.1": [60, 0, 40, 10],
      ]),
    YogaCase(
      "A basis in points and one in percent",
      """
      {"style": {"flex-direction": "row"}, "children": [
       {"style": {"flex-basis": "30px"}},
       {"style": {"flex-basis": "50%"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 30, 100], "0.1": [30, 0, 50, 100],
      ]),
    YogaCase(
      "A basis is no less than the padding",
      """
      {"style": {"flex-direction": "row"}, "children": [
       {"style": {"flex": 1, "padding-horizontal": "10px"}},
       {"style": {"flex": 1}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 60, 100], "0.1": [60, 0, 40, 100],
      ]),
    YogaCase(
      "Padding and border",
      """
      {"style": {"padding-all": "5px", "padding-left": "10px", "border-top": "2px"}, "children": [
       {"style": {"height": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [10, 7, 85, 10],
      ]),
    YogaCase(
      "Margins along and across",
      """
      {"children": [
       {"style": {"height": "10px", "margin-all": "5px"}},
       {"style": {"height": "10px", "margin-horizontal": "7px", "margin-top": "-3px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [5, 5, 90, 10], "0.1": [7, 17, 86, 10],
      ]),
    YogaCase(
      "auto margins push",
      """
      {"children": [
       {"style": {"width": "20px", "height": "10px", "margin-left": "auto"}},
       {"style": {"width": "20px", "height": "10px", "margin-left": "auto", "margin-right": "auto"}},
       {"style": {"width": "20px", "height": "10px", "margin-top": "auto"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [80, 0, 20, 10], "0.1": [40, 10, 20, 10], "0.2": [0, 90, 20, 10],
      ]),
    YogaCase(
      "auto margins along a row",
      """
      {"style": {"flex-direction": "row"}, "children": [
       {"style": {"width": "20px", "height": "10px"}},
       {"style": {"width": "20px", "height": "10px", "margin-end": "auto"}},
       {"style": {"width": "10px", "height": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 20, 10], "0.1": [20, 0, 20, 10], "0.2": [90, 0, 10, 10],
      ]),
    YogaCase(
      "Percentages of a container with margins",
      """
      {"style": {"align-items": "center"}, "children": [
       {"style": {"width": "50%", "height": "20%", "margin-left": "10px"}},
       {"style": {"width": "100%", "height": "10px", "margin-left": "6px", "align-self": "flex-start"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [30, 0, 50, 20], "0.1": [6, 20, 100, 10],
      ]),
    YogaCase(
      "A percentage along with margins across",
      """
      {"children": [
       {"style": {"height": "50%", "margin-horizontal": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [10, 0, 80, 50],
      ]),
    YogaCase(
      "Minimum and maximum",
      """
      {"style": {"align-items": "flex-start"}, "children": [
       {"style": {"max-width": "60px", "height": "10px", "align-self": "stretch"}},
       {"style": {"min-width": "30px", "min-height": "10px"}},
       {"style": {"min-width": "30px", "height": "10px", "align-self": "stretch"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 60, 10], "0.1": [0, 10, 30, 10], "0.2": [0, 20, 100, 10],
      ]),
    YogaCase(
      "A fixed range does not flex",
      """
      {"children": [
       {"style": {"flex": 1, "min-height": "30px", "max-height": "30px"}},
       {"style": {"flex": 1}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 100, 30], "0.1": [0, 30, 100, 70],
      ]),
    YogaCase(
      "A position moves a box, and nothing else",
      """
      {"children": [
       {"style": {"width": "20px", "height": "10px", "position-left": "5px", "position-top": "-3px"}},
       {"style": {"width": "20px", "height": "10px", "position-right": "4px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [5, -3, 20, 10], "0.1": [-4, 10, 20, 10],
      ]),
    YogaCase(
      "A child across is longer than its container",
      """
      {"style": {"align-items": "center"}, "children": [
       {"style": {"width": "160px", "height": "10px"}},
       {"style": {"width": "120px", "height": "10px", "align-self": "flex-end", "margin-right": "5px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [-30, 0, 160, 10], "0.1": [-25, 10, 120, 10],
      ]),
    YogaCase(
      "Lines",
      """
      {"style": {"flex-direction": "row", "flex-wrap": "wrap"}, "children": [
       {"style": {"width": "40px", "height": "10px"}},
       {"style": {"width": "40px", "height": "20px"}},
       {"style": {"width": "40px", "height": "10px"}}]}
      """,
      [
        "0": [0, 0, 100, 100], "0.0": [0, 0, 40, 10], "0.1": [40, 0, 40, 20], "0.2": [0, 20, 40, 10],
      ]),
  ]
}
